package io.ttalloc.natives.regions;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Maintains a region of version {@value #VERSION} for each given chip, so that tools for TT-Metal
 * show processes that do not use TT-Metal's shared memory.
 *
 * <p>A file is created only if none exists, with mode 0600, and is removed by {@link #close} or
 * when the JVM exits normally. A file that was not created here, or that a TT-Metal process has
 * begun to use, is never written to or removed. If the JVM is killed, its files remain and must be
 * removed by hand, since nothing distinguishes them from the files of a TT-Metal process.
 *
 * <p>Thread-safe; uses one lock.
 */
public final class RegionPublisher implements AutoCloseable {
  /**
   * The version of published regions: the first whose fields are written one by one, and the last
   * without a ready mark.
   */
  static final int VERSION = 3;

  private final Path folder;
  private final Clock clock;
  private final Map<Long, PublishedRegion> regions = new HashMap<>();

  /** The ids of chips that are no longer published; the reason has been reported. */
  private final Set<Long> abandoned = new HashSet<>();

  private final Thread atShutdown = new Thread(this::removeAll, "tt-alloc-regions-end");
  private boolean closed;

  public RegionPublisher(Path folder, Clock clock) {
    this.folder = folder;
    this.clock = clock;
    Runtime.getRuntime().addShutdownHook(atShutdown);
  }

  /**
   * Publishes the current allocations. Removes the regions of chips that are not among the given
   * ones.
   *
   * @return a line for each chip that cannot be published; no further line is returned for a chip
   *     while it remains among the given ones
   */
  public synchronized List<String> publish(Collection<ChipUsage> chips) {
    List<String> problems = new ArrayList<>();
    if (closed) {
      return problems;
    }
    Set<Long> named = new HashSet<>();
    for (ChipUsage chip : chips) {
      named.add(chip.uniqueId());
      if (!abandoned.contains(chip.uniqueId())) {
        try {
          publish(chip);
        } catch (IOException e) {
          abandoned.add(chip.uniqueId());
          problems.add(e.getMessage() + "; this chip's allocations are not published");
        }
      }
    }
    abandoned.retainAll(named);
    regions.entrySet().removeIf(region -> !named.contains(region.getKey()) && remove(region));
    return problems;
  }

  /** Removes the regions. */
  @Override
  public void close() {
    removeAll();
    try {
      Runtime.getRuntime().removeShutdownHook(atShutdown);
    } catch (IllegalStateException e) {
      // The JVM is shutting down, so the hook can no longer be removed.
    }
  }

  private synchronized void removeAll() {
    closed = true;
    regions.entrySet().forEach(RegionPublisher::remove);
    regions.clear();
  }

  private static boolean remove(Map.Entry<Long, PublishedRegion> region) {
    region.getValue().remove();
    return true;
  }

  private void publish(ChipUsage chip) throws IOException {
    PublishedRegion region = regions.get(chip.uniqueId());
    if (region == null || region.isGone()) {
      if (region != null) {
        region.remove();
      }
      region = PublishedRegion.create(folder, chip);
      regions.put(chip.uniqueId(), region);
    }
    try {
      region.update(chip, nowNanos());
    } catch (IOException e) {
      regions.remove(chip.uniqueId());
      region.close();
      throw e;
    }
  }

  private long nowNanos() {
    Instant now = clock.instant();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }
}
