package io.ttalloc.runtime.buffer;

import io.ttalloc.runtime.graph.GraphTracker;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.CoreRange;
import io.ttalloc.runtime.session.DeviceSession;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A queue of pages in the L1 memory of a program's cores.
 *
 * <p>It exists from its construction, but takes memory only from {@link #assignAddress} to {@link
 * #release}. It is placed once for all chips of a mesh and recorded for one of them, the reference
 * device. Programs run one after the other, so circular buffers of different programs share
 * addresses. One that is globally allocated lies in an L1 buffer and is never placed.
 *
 * <p>Used by the thread that has the program; {@link #release} is safe from any thread.
 */
public final class CircularBuffer {
  private static final AtomicLong IDS = new AtomicLong();

  private final long id = IDS.incrementAndGet();
  private final long programId;
  private final CircularBufferConfig config;
  private @Nullable DeviceSession reference;
  private long address;

  /** Makes a circular buffer without an address. */
  public CircularBuffer(long programId, CircularBufferConfig config) {
    this.programId = programId;
    this.config = config;
    Long global = config.globalAddress();
    this.address = global == null ? 0 : global;
  }

  /**
   * Places it.
   *
   * @param session the session of the reference device
   * @throws IllegalStateException if it is placed already, or globally allocated
   */
  public synchronized void assignAddress(DeviceSession session, long newAddress) {
    if (isPlaced() || isGloballyAllocated()) {
      throw new IllegalStateException(this + " has its address already");
    }
    session.placeCircularBuffer(id, programId, config.cores(), newAddress, size());
    address = newAddress;
    reference = session;
    GraphTracker.instance().trackAllocateCb(config.cores(), address, size(), session.deviceId());
  }

  /** Frees its memory; does nothing if it is not placed. */
  public synchronized void release() {
    DeviceSession session = reference;
    if (session != null) {
      reference = null;
      session.releaseCircularBuffer(id);
    }
  }

  /** Whether it has memory of its own now. */
  public synchronized boolean isPlaced() {
    return reference != null;
  }

  /** Whether it lies in an L1 buffer. */
  public boolean isGloballyAllocated() {
    return config.globalAddress() != null;
  }

  /** Bytes per core. */
  public long size() {
    return config.sizeBytes();
  }

  /** Its address in L1; 0 before it was placed. */
  public synchronized long address() {
    return address;
  }

  /** The reference device; -1 while it is not placed. */
  public synchronized int deviceId() {
    return reference == null ? -1 : reference.deviceId();
  }

  /** The session of the reference device; empty while it is not placed. */
  public synchronized String sessionName() {
    return reference == null ? "" : reference.sessionName();
  }

  /** The space; always L1. */
  public BufferType bufferType() {
    return BufferType.L1;
  }

  /** The program that it belongs to. */
  public long programId() {
    return programId;
  }

  /** The cores that have one. */
  public CoreRange cores() {
    return config.cores();
  }

  /** Its name, for people. */
  public String name() {
    return "CB %d of program %d".formatted(config.index(), programId);
  }

  @Override
  public String toString() {
    return "%s on %s, %d B at %d".formatted(name(), config.cores(), size(), address());
  }
}
