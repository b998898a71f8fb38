"""Keeping an installation well: backups, and how it is seen from outside that it lives."""
