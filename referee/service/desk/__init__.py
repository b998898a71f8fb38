"""The GM's desk: commands by mail, rulings, corrections, turns taken back, and what waits for a GM's eye."""
