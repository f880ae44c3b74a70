package io.ttalloc.analysis;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource in the ledger of a {@link LedgerBuilder}. Its attributes are recorded when it is
 * opened, even if a test sets them later; changes of its owner and state are recorded in the order
 * of the calls.
 */
public final class OpenedResource {
  /** The attributes that are recorded with the opening. */
  static final class Attributes {
    long bytes;
    @Nullable Long address;
    long extentBytes;
    @Nullable Integer device;
    @Nullable String space;
    @Nullable String session;
    @Nullable String infrastructureScope;
    @Nullable String label;
    boolean alias;
    boolean shared;
    String thread = "main";

    private Attributes() {}
  }

  private final LedgerBuilder ledger;
  private final Attributes attributes = new Attributes();
  private final TypeEntry type;
  private final List<Frame> stack;
  private final long openedNanos;

  OpenedResource(LedgerBuilder ledger, TypeEntry type, List<Frame> stack, long openedNanos) {
    this.ledger = ledger;
    this.type = type;
    this.stack = stack;
    this.openedNanos = openedNanos;
  }

  Attributes attributes() {
    return attributes;
  }

  TypeEntry type() {
    return type;
  }

  List<Frame> stack() {
    return stack;
  }

  /** The time of opening, in the nanoseconds that slots use. */
  public long openedNanos() {
    return openedNanos;
  }

  public OpenedResource bytes(long size) {
    attributes.bytes = size;
    return this;
  }

  /** Sets the location of this resource. */
  public OpenedResource on(String session, int device, String space) {
    attributes.session = session;
    attributes.device = device;
    attributes.space = space;
    return this;
  }

  /**
   * Sets the address of this resource, and the number of bytes that it occupies there in each bank.
   */
  public OpenedResource at(long address, long extentBytes) {
    attributes.address = address;
    attributes.extentBytes = extentBytes;
    return this;
  }

  /** Makes this resource a view of memory that another resource owns. */
  public OpenedResource alias() {
    attributes.alias = true;
    return this;
  }

  /** Allows other resources to have the same address. */
  public OpenedResource shared() {
    attributes.shared = true;
    return this;
  }

  /** Opens this resource inside an infrastructure scope. */
  public OpenedResource infrastructure(String scope) {
    attributes.infrastructureScope = scope;
    return this;
  }

  public OpenedResource label(String text) {
    attributes.label = text;
    return this;
  }

  public OpenedResource thread(String name) {
    attributes.thread = name;
    return this;
  }

  public OpenedResource owner(OpenedResource owner) {
    ledger.record(recorder -> recorder.own(this, owner));
    return this;
  }

  /** Adds this resource to a cache, which owns it from then on. */
  public OpenedResource heldBy(OpenedResource cache, String entry) {
    ledger.record(recorder -> recorder.hold(this, cache, entry));
    return this;
  }

  /** Increases or decreases the reference count of this resource. */
  public OpenedResource counted(int by, List<Frame> stack, String byThread) {
    long now = ledger.now();
    ledger.record(recorder -> recorder.count(this, by, stack, byThread, now));
    return this;
  }

  /** Replaces this resource in a cache with another one that gets the same entry name. */
  public OpenedResource overwrittenIn(OpenedResource cache, String entry, List<Frame> by) {
    long now = ledger.now();
    ledger.record(recorder -> recorder.giveUp(this, cache, entry, by, now));
    return this;
  }

  /** Removes this resource from a cache. */
  public OpenedResource takenFrom(OpenedResource cache, List<Frame> by) {
    long now = ledger.now();
    ledger.record(recorder -> recorder.giveUp(this, cache, null, by, now));
    return this;
  }

  /** Records that this resource once owned another one, which is closed now. */
  public OpenedResource hasOwned() {
    ledger.record(recorder -> recorder.ownedBefore(this));
    return this;
  }

  /** Leaves the close of this resource running when the process ends. */
  public OpenedResource closing() {
    ledger.record(recorder -> recorder.closing(this));
    return this;
  }

  /** Makes the close of this resource throw. */
  public OpenedResource closeFailed() {
    ledger.record(recorder -> recorder.closeFailed(this));
    return this;
  }

  /** Closes this resource now and frees its slot. */
  public OpenedResource closed() {
    return closedAfter(ledger.now() - openedNanos);
  }

  /** Closes this resource after the given lifetime, and frees its slot. */
  public OpenedResource closedAfter(long lifetimeNanos) {
    ledger.record(recorder -> recorder.close(this, openedNanos + lifetimeNanos));
    return this;
  }

  /** Closes this resource while something that it owns is open, so that its slot is kept. */
  public OpenedResource closedBy(List<Frame> closeStack) {
    long now = ledger.now();
    ledger.record(recorder -> recorder.closeOwner(this, closeStack, now));
    return this;
  }

  /** Marks this resource as collected without a close. */
  public OpenedResource collected() {
    long now = ledger.now();
    ledger.record(recorder -> recorder.collect(this, now));
    return this;
  }
}
