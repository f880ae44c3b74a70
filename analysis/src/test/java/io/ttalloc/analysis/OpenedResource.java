package io.ttalloc.analysis;

import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One resource that a test opens through a {@link LedgerBuilder}, and what becomes of it. What it
 * is and where it lies is recorded when it is opened, whenever the test says so; who owns it and
 * how it ends is recorded in the order in which the test says it.
 */
public final class OpenedResource {
  /** What is recorded at the moment of opening. */
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

  long openedNanos() {
    return openedNanos;
  }

  public OpenedResource bytes(long size) {
    attributes.bytes = size;
    return this;
  }

  public OpenedResource on(String session, int device, String space) {
    attributes.session = session;
    attributes.device = device;
    attributes.space = space;
    return this;
  }

  /** Its address, and the bytes that it takes there in each bank. */
  public OpenedResource at(long address, long extentBytes) {
    attributes.address = address;
    attributes.extentBytes = extentBytes;
    return this;
  }

  /** It does not own its memory. */
  public OpenedResource alias() {
    attributes.alias = true;
    return this;
  }

  public OpenedResource shared() {
    attributes.shared = true;
    return this;
  }

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

  /** A cache takes it in, and owns it from then on. */
  public OpenedResource heldBy(OpenedResource cache, String entry) {
    ledger.record(recorder -> recorder.hold(this, cache, entry));
    return this;
  }

  /** Something belonged to it and is closed. */
  public OpenedResource hasOwned() {
    ledger.record(recorder -> recorder.ownedBefore(this));
    return this;
  }

  /** Its close throws. */
  public OpenedResource closeFailed() {
    ledger.record(recorder -> recorder.closeFailed(this));
    return this;
  }

  /** It is closed now, and another resource may get its slot. */
  public OpenedResource closed() {
    return closedAfter(ledger.now() - openedNanos);
  }

  /** It is closed when it has lived so long. */
  public OpenedResource closedAfter(long lifetimeNanos) {
    ledger.record(recorder -> recorder.close(this, openedNanos + lifetimeNanos));
    return this;
  }

  /** It is closed while something that it owns stays open: its slot stays, to tell of it. */
  public OpenedResource closedBy(List<Frame> closeStack) {
    long now = ledger.now();
    ledger.record(recorder -> recorder.closeOwner(this, closeStack, now));
    return this;
  }

  /** The collector takes it unclosed. */
  public OpenedResource collected() {
    long now = ledger.now();
    ledger.record(recorder -> recorder.collect(this, now));
    return this;
  }
}
