"""One campaign's database: everything that came in, happened and went out, kept for good."""
