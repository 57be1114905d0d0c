"""What `verify-memory-plan` is made of. Nothing here is shared with the passes it checks."""
