package io.ttalloc.runtime.profile;

/**
 * A kernel that the system itself keeps on every chip while the chip is open.
 *
 * @param name the purpose of the kernel
 * @param bytes the size of the kernel in {@link BufferType#KERNEL_CONFIG}
 */
public record SystemKernel(String name, int bytes) {}
