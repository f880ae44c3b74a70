package io.ttalloc.watch.natives;

import org.jspecify.annotations.Nullable;

/**
 * What a process has allocated in one space of one device.
 *
 * @param chip the unique id of the chip, visible characters only; null if the source does not know
 *     it
 * @param device the number by which the process, or the region, calls it
 * @param space as its source calls it, visible characters only
 * @param live allocated things; null if the source counts bytes alone
 * @param bytes not negative
 */
public record NativeMemory(
    @Nullable String chip, long device, String space, @Nullable Long live, long bytes) {}
