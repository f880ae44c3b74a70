package io.ttalloc.watch;

/**
 * A space of a device as one process uses it. Device numbers and capacities are those of the
 * process: device 0 of another one may be another chip, and its allocator counts for itself.
 */
public record ProcessDevice(long pid, DeviceUse use) {}
