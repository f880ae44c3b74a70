package io.ttalloc.runtime.profile;

/**
 * A kernel that the system itself keeps on every chip while the chip is open.
 *
 * @param name what it does
 * @param bytes its size in the space of the system kernels
 */
public record SystemKernel(String name, int bytes) {}
