package io.ttalloc.analysis;

import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One resource of a {@link FakeLedger}. */
public final class FakeSlot {
  private final FakeLedger ledger;
  private final int index;
  private final int tally;
  private final TypeEntry type;
  private final long openedNanos;
  private SlotState state = SlotState.OPEN;
  private long bytes;
  private long extent = -1;
  private @Nullable Long address;
  private @Nullable Integer device;
  private @Nullable String space;
  private @Nullable String session;
  private boolean alias;
  private boolean shared;
  private boolean infrastructure;
  private boolean hasOwned;
  private boolean closeFailed;
  private @Nullable FakeSlot owner;
  private @Nullable FakeSlot holder;
  private @Nullable String entry;
  private @Nullable String scope;
  private @Nullable String label;
  private int ownerGeneration = 1;
  private int closeStack;
  private String thread = "main";

  FakeSlot(FakeLedger ledger, int index, int tally, TypeEntry type, long openedNanos) {
    this.ledger = ledger;
    this.index = index;
    this.tally = tally;
    this.type = type;
    this.openedNanos = openedNanos;
  }

  TypeEntry type() {
    return type;
  }

  public FakeSlot bytes(long size) {
    bytes = size;
    return this;
  }

  public FakeSlot on(String sessionName, int deviceId, String spaceName) {
    session = sessionName;
    device = deviceId;
    space = spaceName;
    return this;
  }

  /** Its address, and the bytes that it takes there in each bank. */
  public FakeSlot at(long start, long extentBytes) {
    address = start;
    extent = extentBytes;
    return this;
  }

  public FakeSlot alias() {
    alias = true;
    ledger.alias(tally);
    return this;
  }

  /** Its close threw. */
  public FakeSlot closeFailed() {
    closeFailed = true;
    ledger.closeFailed(tally);
    return this;
  }

  public FakeSlot shared() {
    shared = true;
    return this;
  }

  public FakeSlot infrastructure(String scopeName) {
    infrastructure = true;
    scope = scopeName;
    return this;
  }

  public FakeSlot owner(FakeSlot newOwner) {
    owner = newOwner;
    newOwner.hasOwned = true;
    return this;
  }

  /** Something belonged to it and is closed. */
  public FakeSlot hasOwned() {
    hasOwned = true;
    return this;
  }

  /** The owner's slot was freed and taken by another. */
  public FakeSlot staleOwner() {
    ownerGeneration = 0;
    return this;
  }

  /** A cache took it in, which owns it from then on. */
  public FakeSlot heldBy(FakeSlot cache, String entryName) {
    holder = cache;
    owner = cache;
    entry = entryName;
    return this;
  }

  public FakeSlot label(String text) {
    label = text;
    return this;
  }

  public FakeSlot thread(String name) {
    thread = name;
    return this;
  }

  public FakeSlot collected() {
    state = SlotState.COLLECTED;
    ledger.collected(tally);
    return this;
  }

  /** Closed while something that it owned stayed open. */
  public FakeSlot closedBy(List<Frame> stack) {
    state = SlotState.CLOSED_OWNER;
    closeStack = ledger.stackId(stack);
    ledger.closedOwner(tally);
    return this;
  }

  SlotEntry entry() {
    boolean extended =
        holder != null || entry != null || scope != null || label != null || closeStack != 0;
    SlotEntry.Extension extension =
        extended
            ? new SlotEntry.Extension(
                holder == null ? 0 : holder.index,
                holder == null ? 0 : 1,
                entry,
                scope,
                closeStack,
                null,
                0,
                label)
            : null;
    return new SlotEntry(
        index,
        1,
        state,
        ledger.tally(tally),
        bytes,
        extent < 0 ? bytes : extent,
        address != null,
        address == null ? 0 : address,
        device != null,
        device == null ? 0 : device,
        space,
        session,
        alias,
        shared,
        infrastructure,
        closeFailed,
        hasOwned,
        openedNanos,
        thread,
        owner == null ? 0 : owner.index,
        owner == null ? 0 : ownerGeneration,
        extension);
  }
}
