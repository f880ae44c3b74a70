package io.ttalloc.analysis.reason;

import io.ttalloc.ledger.record.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evidence from the use and the ownership of memory. */
public sealed interface MemoryReason extends Reason {
  /** A range of memory: its first byte and its number of bytes, per bank. */
  record Range(long start, long bytes) {}

  /**
   * The opening of a memory region.
   *
   * @param type the type of the resource; null if it is not known
   * @param site the site that opened the region; null if {@code at} is that site
   * @param at the user's own code; null if it is not known
   */
  record Opened(@Nullable String type, @Nullable String site, @Nullable Frame at) {}

  /**
   * The resources are views of memory whose owner is not known.
   *
   * @param hasAddress whether there is an address by which to look for the owner
   */
  record ViewOfUnknown(boolean hasAddress) implements MemoryReason {}

  /** The view lies in the memory of an open resource. */
  record ViewInside(Range range, Opened of) implements MemoryReason {}

  /** Two owners hold the same range of memory. */
  record TwoOwners(Range range, Opened one, Opened other) implements MemoryReason {}

  /**
   * The allocators of these devices hold nothing any more.
   *
   * @param session the session of the device; null if there are several devices or the session is
   *     not known
   * @param askedNanos the time from the start of the process until the allocator was queried; null
   *     if there are several devices or the time is not known
   */
  record AllocatorEmpty(
      List<Integer> devices,
      @Nullable String space,
      @Nullable String session,
      @Nullable Long askedNanos)
      implements MemoryReason {
    public AllocatorEmpty {
      devices = List.copyOf(devices);
    }
  }

  /**
   * The memory was freed while this owner still held the handle.
   *
   * @param owner the name of the owner, followed by the name of its own owner
   */
  record HandleHeld(String owner) implements MemoryReason {}
}
