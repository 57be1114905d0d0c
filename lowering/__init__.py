"""From placed IR to pto IR, and from pto IR to `.pto` text."""
