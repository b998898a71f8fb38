"""The laws: what must hold for every game, held against any ruleset and many seeds, in words that its author reads."""
