package io.ttalloc.watch;

/**
 * One process's use of a space of a device. Device numbers and capacities are specific to the
 * process: device 0 of another process may be a different chip, and the allocator of each process
 * counts only the allocations of that process.
 */
public record ProcessDevice(long pid, DeviceUse use) {}
