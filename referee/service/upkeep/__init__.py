"""Keeping an installation well: backups, health, and what could be wrong with it."""
