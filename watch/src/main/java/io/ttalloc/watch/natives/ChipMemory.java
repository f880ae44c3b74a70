package io.ttalloc.watch.natives;

import org.jspecify.annotations.Nullable;

/**
 * The allocated memory of one space of a chip.
 *
 * @param chip the unique id of the chip in whose region these bytes are counted, without invisible
 *     characters; null if the source does not know the id
 * @param device the number of the chip
 * @param remote whether the device is reached through the chip that {@code chip} identifies
 * @param space the name that the source uses, without invisible characters
 * @param bytes the number of allocated bytes, not negative
 * @param capacityBytes the size of the space; null if unknown
 */
public record ChipMemory(
    NativeSource source,
    @Nullable String chip,
    long device,
    boolean remote,
    String space,
    long bytes,
    @Nullable Long capacityBytes) {}
