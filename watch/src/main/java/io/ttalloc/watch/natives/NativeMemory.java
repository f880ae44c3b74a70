package io.ttalloc.watch.natives;

import org.jspecify.annotations.Nullable;

/**
 * The memory that a process has allocated in one space of one device.
 *
 * @param chip the unique id of the chip, without invisible characters; null if the source does not
 *     know the id
 * @param device the device number used by the process or the region
 * @param space the name that the source uses, without invisible characters
 * @param live the number of allocations; null if the source counts only bytes
 * @param bytes the number of allocated bytes, not negative
 */
public record NativeMemory(
    @Nullable String chip, long device, String space, @Nullable Long live, long bytes) {}
