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
 * <p>A circular buffer uses memory only between {@link #assignAddress} and {@link #release}. It is
 * placed once for all chips of a mesh and recorded for one of them, the reference device. Programs
 * run one after another, so circular buffers of different programs share addresses. A globally
 * allocated circular buffer lies in an L1 buffer and is never placed.
 *
 * <p>Used only by the thread that uses the program; {@link #release} is safe from any thread.
 */
public final class CircularBuffer {
  private static final AtomicLong IDS = new AtomicLong();

  private final long id = IDS.incrementAndGet();
  private final long programId;
  private final CircularBufferConfig config;
  private @Nullable DeviceSession reference;
  private long address;

  /** Creates a circular buffer that is not placed. */
  public CircularBuffer(long programId, CircularBufferConfig config) {
    this.programId = programId;
    this.config = config;
    Long global = config.globalAddress();
    this.address = global == null ? 0 : global;
  }

  /**
   * Places this circular buffer.
   *
   * @param session the session of the reference device
   * @throws IllegalStateException if this circular buffer is already placed, or is globally
   *     allocated
   */
  public synchronized void assignAddress(DeviceSession session, long newAddress) {
    if (isPlaced() || isGloballyAllocated()) {
      throw new IllegalStateException(this + " already has an address");
    }
    session.placeCircularBuffer(id, programId, config.cores(), newAddress, size());
    address = newAddress;
    reference = session;
    GraphTracker.instance().trackAllocateCb(config.cores(), address, size(), session.deviceId());
  }

  /** Frees the memory; does nothing if this circular buffer is not placed. */
  public synchronized void release() {
    DeviceSession session = reference;
    if (session != null) {
      reference = null;
      session.releaseCircularBuffer(id);
    }
  }

  /** Whether this circular buffer now has memory of its own. */
  public synchronized boolean isPlaced() {
    return reference != null;
  }

  /** Whether this circular buffer lies in an L1 buffer. */
  public boolean isGloballyAllocated() {
    return config.globalAddress() != null;
  }

  /** The size per core, in bytes. */
  public long size() {
    return config.sizeBytes();
  }

  /** The address in L1; 0 before this circular buffer is placed. */
  public synchronized long address() {
    return address;
  }

  /** The id of the reference device; -1 while this circular buffer is not placed. */
  public synchronized int deviceId() {
    return reference == null ? -1 : reference.deviceId();
  }

  /** The session of the reference device; empty while this circular buffer is not placed. */
  public synchronized String sessionName() {
    return reference == null ? "" : reference.sessionName();
  }

  /** The memory space; always L1. */
  public BufferType bufferType() {
    return BufferType.L1;
  }

  /** The id of the program that this circular buffer belongs to. */
  public long programId() {
    return programId;
  }

  /** The cores that have this circular buffer. */
  public CoreRange cores() {
    return config.cores();
  }

  /** A human-readable name of this circular buffer. */
  public String name() {
    return "CB %d of program %d".formatted(config.index(), programId);
  }

  @Override
  public String toString() {
    return "%s on %s, %d B at %d".formatted(name(), config.cores(), size(), address());
  }
}
