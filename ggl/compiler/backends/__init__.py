"""From kernel modules to code for a machine."""
