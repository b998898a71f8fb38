"""The work of a running referee: rounds of the clock, the resident service, and the same by hand."""
