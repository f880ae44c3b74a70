package io.ttalloc.analysis.reason;

import io.ttalloc.ledger.record.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evidence from what memory is for, and who has it. */
public sealed interface MemoryReason extends Reason {
  /** A range of memory, and its bytes per bank. */
  record Range(long start, long bytes) {}

  /**
   * The opening of a region of memory.
   *
   * @param type of the resource; null if it is not known
   * @param site that opened it; null if that is the call of the frame
   * @param at the user's own code; null if it is not known
   */
  record Opened(@Nullable String type, @Nullable String site, @Nullable Frame at) {}

  /**
   * A view of memory whose owner is not known.
   *
   * @param hasAddress whether it has an address by which to look for it
   */
  record ViewOfUnknown(boolean hasAddress) implements MemoryReason {}

  /** A view that lies in the memory of something that is open. */
  record ViewInside(Range range, Opened of) implements MemoryReason {}

  /** Two owners hold one range of memory. */
  record TwoOwners(Range range, Opened one, Opened other) implements MemoryReason {}

  /**
   * The allocators of these devices hold nothing any more.
   *
   * @param session of the only device; null if there is none
   * @param askedNanos when its allocator was asked, after the start; null if that is not known
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
   * The memory went while this owner still held the handle.
   *
   * @param owner with its own owner
   */
  record HandleHeld(String owner) implements MemoryReason {}
}
