package io.ttalloc.runtime.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiled programs by the operations that they serve, so that an operation that comes again need
 * not be compiled again.
 *
 * <p>It works after its device was closed too: what it holds then can be counted and freed, but no
 * call can hit it any more. It ends when its device was closed <b>and</b> it holds nothing. Enabled
 * from the start. Thread-safe.
 */
public final class ProgramCache {
  private final String ownerName;
  private final Map<ProgramKey, CachedProgram> entries = new LinkedHashMap<>();
  private boolean enabled = true;
  private boolean missesAllowed = true;
  private boolean ownerClosed;

  /** Makes an empty cache; {@code ownerName} is what people call the device that it belongs to. */
  public ProgramCache(String ownerName) {
    this.ownerName = ownerName;
  }

  /** The name of the device that it belongs to. */
  public String ownerName() {
    return ownerName;
  }

  /** Keeps programs that are added from now on. */
  public synchronized void enable() {
    enabled = true;
  }

  /** Keeps no further programs from now on; those that are there stay. */
  public synchronized void disable() {
    enabled = false;
  }

  /** Whether it keeps programs that are put. */
  public synchronized boolean isEnabled() {
    return enabled;
  }

  /** Says whether an operation that is not in the cache may be compiled; from the start it may. */
  public synchronized void cacheMissesAllowed(boolean allowed) {
    missesAllowed = allowed;
  }

  /**
   * Checks that an operation may be compiled.
   *
   * @throws IllegalStateException if misses are not allowed
   */
  public synchronized void checkMissAllowed(ProgramKey key) {
    if (!missesAllowed) {
      throw new IllegalStateException(
          ("Program cache miss for %s in the cache of %s, but cache misses are not allowed"
                  + " (cacheMissesAllowed(false)); expected one of %s. Nothing was compiled.")
              .formatted(key.describe(), ownerName, entries.keySet()));
    }
  }

  /** The program for an operation; null if it is not there, or if the cache is disabled. */
  public synchronized @Nullable CachedProgram find(ProgramKey key) {
    return enabled ? entries.get(key) : null;
  }

  /** Adds a program; closes an earlier one under this key. */
  public void put(ProgramKey key, CachedProgram program) {
    CachedProgram earlier;
    synchronized (this) {
      earlier = entries.get(key);
      if (earlier != null) {
        evict(earlier);
      }
      insert(key, program);
    }
    if (earlier != null) {
      earlier.close();
    }
  }

  /** Closes the program of one operation; does nothing if it is not there. */
  public void remove(ProgramKey key) {
    CachedProgram held;
    synchronized (this) {
      held = entries.get(key);
      if (held != null) {
        evict(held);
      }
    }
    if (held != null) {
      held.close();
    }
    closeIfFinished();
  }

  /** Closes all programs. */
  public void clear() {
    List<CachedProgram> held = dropAll();
    try {
      ClosingTogether.closeAll(held);
    } finally {
      closeIfFinished();
    }
  }

  /** The number of programs. */
  public synchronized int numEntries() {
    return entries.size();
  }

  /** The operations whose programs it holds, oldest first. */
  public synchronized List<ProgramKey> keys() {
    return List.copyOf(entries.keySet());
  }

  /**
   * Says that the device is closed. Frees nothing: what the cache holds stays until it is cleared.
   */
  public void ownerClosed() {
    synchronized (this) {
      ownerClosed = true;
    }
    closeIfFinished();
  }

  // What the cache holds changes in these three and nowhere else.

  private synchronized void insert(ProgramKey key, CachedProgram program) {
    entries.put(key, program);
  }

  private synchronized void evict(CachedProgram program) {
    entries.values().removeIf(held -> held == program);
  }

  private synchronized List<CachedProgram> dropAll() {
    List<CachedProgram> held = new ArrayList<>(entries.values());
    entries.clear();
    return held;
  }

  private void closeIfFinished() {
    boolean finished;
    synchronized (this) {
      finished = ownerClosed && entries.isEmpty();
    }
    if (finished) {
      close();
    }
  }

  /** The end of the cache: its device is closed and it holds nothing. */
  private synchronized void close() {
    enabled = false;
  }
}
