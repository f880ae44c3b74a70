package io.ttalloc.ledger.read;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource in a slot: open, collected, or an owner that was closed before the resources that it
 * owned.
 *
 * @param tally the counters of its type and opening stack
 * @param bytes its total size, over all banks
 * @param closeFailed whether any close of the resource has failed
 * @param label the resource's own name, such as a path; or null
 * @param references its reference count; null if the count never changed
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

  /** Whether the resource is open, collected or closed. */
  public SlotState state() {
    return ending.state();
  }

  /** Whether the system opened the resource for itself. */
  public boolean infrastructure() {
    return opened.infrastructureScope() != null;
  }

  /**
   * The identity of a resource.
   *
   * @param index its slot
   * @param generation the number of uses of the slot; a different generation means a different
   *     resource
   */
  public record Id(int index, int generation) {}

  /**
   * The opening of a resource.
   *
   * @param nanos the time of the opening, since the ledger's clock base
   * @param infrastructureScope the system code that opened the resource; null if it was not opened
   *     by the system
   */
  public record Opened(long nanos, String thread, @Nullable String infrastructureScope) {}

  /**
   * The location of a resource in memory, and whether the resource owns that memory.
   *
   * @param address meaningful if {@code hasAddress}
   * @param extentBytes the number of bytes that the resource occupies at its address in each bank;
   *     equal to its total size unless its rule says otherwise
   * @param device meaningful if {@code hasDevice}; -1 stands for a whole mesh
   * @param space name of the address space, or null
   * @param session name of the session in which addresses may be compared, or null
   * @param alias whether something other than the resource owns its memory
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
   * The owner of a resource, and the cache that holds it or held it last.
   *
   * @param owner the owner, whose slot may have been freed or reused by now; null if there is none
   * @param hasOwned whether the resource itself owns other resources, or did so earlier
   * @param held the cache that holds it, or null
   * @param givenUp the way in which a cache dropped it last; null if no cache has dropped it, or if
   *     a cache holds it again
   */
  public record Ownership(
      @Nullable Id owner, boolean hasOwned, @Nullable Held held, @Nullable GivenUp givenUp) {
    static final Ownership NOBODY = new Ownership(null, false, null, null);

    /** The name of its entry in the cache that holds or held it, or null. */
    public @Nullable String entry() {
      return held != null ? held.entry() : givenUp != null ? givenUp.entry() : null;
    }
  }

  /**
   * The cache that holds a resource.
   *
   * @param holder the cache, whose slot may have been freed or reused by now
   * @param entry the name of the entry in the cache, or null
   */
  public record Held(Id holder, @Nullable String entry) {}

  /**
   * Describes how a cache dropped a resource.
   *
   * @param tally the id of the tally of the cache
   * @param stack the id of the stack on which it was dropped; 0 = unknown
   * @param nanos when it was dropped, since the ledger's clock base; 0 = unknown
   * @param entry the name of the entry that another resource took; null if the resource was removed
   */
  public record GivenUp(int tally, int stack, long nanos, @Nullable String entry) {
    /** Whether the resource was dropped because another resource took its entry. */
    public boolean isOverwritten() {
      return entry != null;
    }
  }

  /** The state of a resource, with details of its end if it has ended. */
  public sealed interface Ending {
    SlotState state();
  }

  /** A resource that has not ended. */
  public enum Open implements Ending {
    /** No close has begun, or every close that has begun has failed. */
    IDLE,
    /** A close has begun but not ended. */
    CLOSING;

    @Override
    public SlotState state() {
      return SlotState.OPEN;
    }
  }

  /** A resource that was garbage-collected before it was closed. */
  public enum Collected implements Ending {
    COLLECTED;

    @Override
    public SlotState state() {
      return SlotState.COLLECTED;
    }
  }

  /**
   * An owner that was closed while something that it owned was still open.
   *
   * @param disowned whether the program did not close the owner but gave it to native code or
   *     another owner
   * @param stack the id of the closing stack (see {@link LedgerImage#stack}); 0 = unknown
   * @param thread the closing thread, or null if it is unknown
   * @param nanos when it was closed, since the ledger's clock base; 0 = unknown
   */
  public record Closed(boolean disowned, int stack, @Nullable String thread, long nanos)
      implements Ending {
    @Override
    public SlotState state() {
      return SlotState.CLOSED_OWNER;
    }
  }

  /**
   * The reference count of a resource.
   *
   * @param retained the number of calls that raised the count
   * @param released the number of calls that lowered it
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
   * A call that changed a reference count.
   *
   * @param stack the id of its stack (see {@link LedgerImage#stack}); 0 = unknown
   * @param nanos the time of the call, since the ledger's clock base
   */
  public record Change(int stack, String thread, long nanos) {}
}
