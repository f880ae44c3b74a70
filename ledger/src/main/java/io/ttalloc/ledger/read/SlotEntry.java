package io.ttalloc.ledger.read;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource in a slot: open, collected, or an owner that was closed before what it owned.
 *
 * @param index the slot; with the generation it identifies the resource
 * @param tally of its type and opening stack
 * @param address meaningful if {@code hasAddress}
 * @param extentBytes bytes that it takes at its address in each bank; the same as {@code bytes}
 *     unless its rule says otherwise
 * @param device meaningful if {@code hasDevice}; -1 stands for a whole mesh
 * @param space name of the address space, or null
 * @param session name of the session in which addresses may be compared, or null
 * @param alias whether something else owns its memory
 * @param shared whether other resources may be at the same address at the same time
 * @param infrastructureScope the code of the system that opened it, or null if none did
 * @param closing whether a close has begun and not ended
 * @param hasOwned whether it owns something, or did before
 * @param disowned whether it is an owner that was not closed: something else owns it now
 * @param openedNanos since the ledger's clock base
 * @param owner slot index of its owner, 0 = nobody
 * @param ownerGeneration the generation of the owner, which may not be that slot's present one
 * @param extension what else is known, or null
 */
public record SlotEntry(
    int index,
    int generation,
    SlotState state,
    TallyEntry tally,
    long bytes,
    long extentBytes,
    boolean hasAddress,
    long address,
    boolean hasDevice,
    int device,
    @Nullable String space,
    @Nullable String session,
    boolean alias,
    boolean shared,
    @Nullable String infrastructureScope,
    boolean closeFailed,
    boolean closing,
    boolean hasOwned,
    boolean disowned,
    long openedNanos,
    String thread,
    int owner,
    int ownerGeneration,
    @Nullable Extension extension) {

  /** Whether it is the system's own. */
  public boolean infrastructure() {
    return infrastructureScope != null;
  }

  /**
   * Facts that few resources have.
   *
   * @param holder slot index of the cache that holds it, 0 = none
   * @param entry the cache's name for the entry, or null
   * @param closeStack id of the stack that closed it (see {@link LedgerImage#stack}), 0 = unknown
   * @param closedNanos when that was; of an open resource, when a cache gave it up
   * @param label what the resource calls itself (a path), or null
   * @param references how many references to it there are, or null if that never changed
   */
  public record Extension(
      int holder,
      int holderGeneration,
      @Nullable String entry,
      int closeStack,
      @Nullable String closeThread,
      long closedNanos,
      @Nullable String label,
      @Nullable References references) {
    /** Facts of a resource to which references are not counted. */
    public Extension(
        int holder,
        int holderGeneration,
        @Nullable String entry,
        int closeStack,
        @Nullable String closeThread,
        long closedNanos,
        @Nullable String label) {
      this(holder, holderGeneration, entry, closeStack, closeThread, closedNanos, label, null);
    }

    /**
     * The id of the tally of the cache that gave it up last; 0 if none did, or if it is in a cache
     * again.
     */
    public int givenUpBy() {
      return holder == 0 ? holderGeneration : 0;
    }

    /** The id of the stack on which that happened; 0 = unknown. */
    public int givenUpAt() {
      return isGivenUp() ? closeStack : 0;
    }

    /** When that happened, since the ledger's clock base; 0 if it did not. */
    public long givenUpNanos() {
      return isGivenUp() ? closedNanos : 0;
    }

    private boolean isGivenUp() {
      return givenUpBy() != 0 && closeThread == null;
    }

    /** Whether that was because another resource took its entry. */
    public boolean isOverwritten() {
      return givenUpBy() != 0 && entry != null;
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
