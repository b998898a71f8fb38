"""Rule cases in text: read, run on any ruleset, and told what differs."""
