"""What letters need on their way out: return paths, quiet hours, keys that stay secret, and alarms."""
