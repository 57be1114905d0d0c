"""Facts about the hardware and about the assembler, as plain tables."""
