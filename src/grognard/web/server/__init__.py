"""What keeps a server in good order: several processes, health, logs, limits, backups."""
