"""The GM's desk: his commands by mail, rulings, corrections, turns taken back, and what waits for his eye."""
