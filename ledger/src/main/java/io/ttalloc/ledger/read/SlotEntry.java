package io.ttalloc.ledger.read;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource in a slot: open, collected, or an owner that was closed before what it owned.
 *
 * @param tally of its type and opening stack
 * @param bytes its size in all banks together
 * @param closeFailed whether a close of it has failed
 * @param label what the resource calls itself (a path), or null
 * @param references how many references to it there are, or null if that never changed
 */
public record SlotEntry(
    Id id,
    TallyEntry tally,
    long bytes,
    Place place,
    Ownership ownership,
    Ending ending,
    Opened opened,
    boolean closeFailed,
    @Nullable String label,
    @Nullable References references) {

  /** Whether it is open, collected or closed. */
  public SlotState state() {
    return ending.state();
  }

  /** Whether it is the system's own. */
  public boolean infrastructure() {
    return opened.infrastructureScope() != null;
  }

  /**
   * The identity of a resource.
   *
   * @param index its slot
   * @param generation how often the slot was used; another one is another resource
   */
  public record Id(int index, int generation) {}

  /**
   * Who opened a resource, and when.
   *
   * @param nanos since the ledger's clock base
   * @param infrastructureScope the code of the system that opened it, or null if none did
   */
  public record Opened(long nanos, String thread, @Nullable String infrastructureScope) {}

  /**
   * Where a resource is, and whether its memory is its own.
   *
   * @param address meaningful if {@code hasAddress}
   * @param extentBytes bytes that it takes at its address in each bank; the same as its bytes
   *     unless its rule says otherwise
   * @param device meaningful if {@code hasDevice}; -1 stands for a whole mesh
   * @param space name of the address space, or null
   * @param session name of the session in which addresses may be compared, or null
   * @param alias whether something else owns its memory
   * @param shared whether other resources may be at the same address at the same time
   */
  public record Place(
      boolean hasAddress,
      long address,
      long extentBytes,
      boolean hasDevice,
      int device,
      @Nullable String space,
      @Nullable String session,
      boolean alias,
      boolean shared) {}

  /**
   * Who owns a resource, and which cache has it or had it last.
   *
   * @param owner its owner, which may no longer be in its slot; null if it has none
   * @param hasOwned whether the resource owns something itself, or did before
   * @param held the cache that holds it, or null
   * @param givenUp the cache that dropped it last; null if none did, or if a cache holds it again
   */
  public record Ownership(
      @Nullable Id owner, boolean hasOwned, @Nullable Held held, @Nullable GivenUp givenUp) {
    static final Ownership NOBODY = new Ownership(null, false, null, null);

    /** The name of the entry that a cache has or had for it, or null. */
    public @Nullable String entry() {
      return held != null ? held.entry() : givenUp != null ? givenUp.entry() : null;
    }
  }

  /**
   * The cache that holds a resource.
   *
   * @param holder the cache, which need not be in its slot any more
   * @param entry the cache's name for the entry, or null
   */
  public record Held(Id holder, @Nullable String entry) {}

  /**
   * How a cache gave up a resource.
   *
   * @param tally id of the tally of the cache
   * @param stack id of the stack on which that happened, 0 = unknown
   * @param nanos when that happened, since the ledger's clock base; 0 = unknown
   * @param entry the entry that another resource took; null if it was taken out
   */
  public record GivenUp(int tally, int stack, long nanos, @Nullable String entry) {
    /** Whether that was because another resource took its entry. */
    public boolean isOverwritten() {
      return entry != null;
    }
  }

  /** The end of a resource, if it has ended. */
  public sealed interface Ending {
    SlotState state();
  }

  /** A resource whose life has not ended. */
  public enum Open implements Ending {
    /** No close has begun, or it failed. */
    IDLE,
    /** A close has begun and not ended. */
    CLOSING;

    @Override
    public SlotState state() {
      return SlotState.OPEN;
    }
  }

  /** A resource that the collector took before it was closed. */
  public enum Collected implements Ending {
    COLLECTED;

    @Override
    public SlotState state() {
      return SlotState.COLLECTED;
    }
  }

  /**
   * An owner that was closed while something that it owned stayed open.
   *
   * @param disowned whether it was not closed, but something else owns it now
   * @param stack id of the stack that closed it (see {@link LedgerImage#stack}), 0 = unknown
   * @param thread that closed it, or null if that is unknown
   * @param nanos when that was, since the ledger's clock base; 0 = unknown
   */
  public record Closed(boolean disowned, int stack, @Nullable String thread, long nanos)
      implements Ending {
    @Override
    public SlotState state() {
      return SlotState.CLOSED_OWNER;
    }
  }

  /**
   * How many references to a resource there are.
   *
   * @param retained how many calls raised the count
   * @param released how many calls lowered it
   * @param retains the last calls that raised it, the latest first; bounded
   * @param releases the last calls that lowered it, the latest first; bounded
   */
  public record References(
      int count, long retained, long released, List<Change> retains, List<Change> releases) {
    public References {
      retains = List.copyOf(retains);
      releases = List.copyOf(releases);
    }
  }

  /**
   * A call that changed how many references there are.
   *
   * @param stack id of the stack that made it (see {@link LedgerImage#stack}), 0 = unknown
   * @param nanos when it was made, since the ledger's clock base
   */
  public record Change(int stack, String thread, long nanos) {}
}
