"""The compiler: from a checked core to machine code by way of the kernel language, and the engine that runs it."""
