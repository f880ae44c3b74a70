package io.ttalloc.watch.natives;

import org.jspecify.annotations.Nullable;

/**
 * The allocated memory of one space of a chip.
 *
 * @param chip the unique id of the chip whose region reports this, without invisible characters;
 *     null if the source does not know it
 * @param device the number of the chip
 * @param remote whether the device is reached through the chip with that id
 * @param space the name that the source uses, without invisible characters
 * @param bytes not negative
 * @param capacityBytes the size of the space; null while it is not known
 */
public record ChipMemory(
    NativeSource source,
    @Nullable String chip,
    long device,
    boolean remote,
    String space,
    long bytes,
    @Nullable Long capacityBytes) {}
