package io.ttalloc.runtime.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cache of compiled programs, keyed by operation, so that a repeated operation need not be
 * compiled again.
 *
 * <p>The cache still works after its device has been closed: the remaining programs can be counted
 * and freed, but no operation can use them any more. The cache is closed when its device has been
 * closed <b>and</b> no programs are left. Enabled by default. Thread-safe.
 */
public final class ProgramCache {
  private final String ownerName;
  private final Map<ProgramKey, CachedProgram> entries = new LinkedHashMap<>();
  private boolean enabled = true;
  private boolean missesAllowed = true;
  private boolean ownerClosed;

  /**
   * Creates an empty cache; {@code ownerName} is the human-readable name of the device that owns
   * it.
   */
  public ProgramCache(String ownerName) {
    this.ownerName = ownerName;
  }

  /** The name of the device that owns this cache. */
  public String ownerName() {
    return ownerName;
  }

  /** Enables the cache, so that programs are kept from now on. */
  public synchronized void enable() {
    enabled = true;
  }

  /** Disables the cache, so that no more programs are kept from now on; existing entries stay. */
  public synchronized void disable() {
    enabled = false;
  }

  /** Whether the cache is enabled. */
  public synchronized boolean isEnabled() {
    return enabled;
  }

  /** Sets whether an operation that is not in the cache may be compiled; true by default. */
  public synchronized void cacheMissesAllowed(boolean allowed) {
    missesAllowed = allowed;
  }

  /**
   * Checks that an operation that is not in the cache may be compiled.
   *
   * @throws IllegalStateException if cache misses are not allowed
   */
  public synchronized void checkMissAllowed(ProgramKey key) {
    if (!missesAllowed) {
      throw new IllegalStateException(
          ("Program cache miss for %s in the cache of %s, but cache misses are not allowed"
                  + " (cacheMissesAllowed(false)); expected one of %s. Nothing was compiled.")
              .formatted(key.describe(), ownerName, entries.keySet()));
    }
  }

  /** The cached program of an operation; null if there is none, or if the cache is disabled. */
  public synchronized @Nullable CachedProgram find(ProgramKey key) {
    return enabled ? entries.get(key) : null;
  }

  /** Adds a program; closes an earlier program with the same key. */
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

  /** Removes and closes the program of one operation; does nothing if there is none. */
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

  /** Removes and closes all programs. */
  public void clear() {
    List<CachedProgram> held = dropAll();
    try {
      ClosingTogether.closeAll(held);
    } finally {
      closeIfFinished();
    }
  }

  /** The number of cached programs. */
  public synchronized int numEntries() {
    return entries.size();
  }

  /** The keys of the cached programs, oldest first. */
  public synchronized List<ProgramKey> keys() {
    return List.copyOf(entries.keySet());
  }

  /**
   * Informs the cache that its device was closed. Frees nothing: the programs stay until the cache
   * is cleared.
   */
  public void ownerClosed() {
    synchronized (this) {
      ownerClosed = true;
    }
    closeIfFinished();
  }

  // Only the following three methods change the contents of the cache.

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

  /** Closes the cache; called when its device has been closed and no programs are left. */
  private synchronized void close() {
    enabled = false;
  }
}
