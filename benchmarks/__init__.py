"""What is fast, measured: ratios taken in one run, beside peers and floors of our own."""
