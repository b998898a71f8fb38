"""The pure heart of the referee: events, orders, asks, chance, tables and games."""
