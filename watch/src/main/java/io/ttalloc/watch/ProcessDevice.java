package io.ttalloc.watch;

/**
 * One process's use of a space of a device. Device numbers and capacities are those of the process:
 * device 0 of another process may be a different chip, and each process's allocator has its own
 * counts.
 */
public record ProcessDevice(long pid, DeviceUse use) {}
