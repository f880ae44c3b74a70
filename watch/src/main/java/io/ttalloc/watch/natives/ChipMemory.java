package io.ttalloc.watch.natives;

import org.jspecify.annotations.Nullable;

/**
 * How much of one space of a chip is allocated.
 *
 * @param chip the unique id of the chip whose region says so, visible characters only; null if the
 *     source does not know it
 * @param device the number of the chip
 * @param remote whether it is reached through the chip of that id
 * @param space as its source calls it, visible characters only
 * @param bytes not negative
 * @param capacityBytes all that there is; null as long as nobody says so
 */
public record ChipMemory(
    NativeSource source,
    @Nullable String chip,
    long device,
    boolean remote,
    String space,
    long bytes,
    @Nullable Long capacityBytes) {}
