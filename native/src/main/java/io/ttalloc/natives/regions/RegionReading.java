package io.ttalloc.natives.regions;

import java.nio.file.Path;

/** The outcome of reading one region. */
public sealed interface RegionReading {
  Path file();

  /** A region that was read. */
  record Parsed(Path file, MemoryRegion region) implements RegionReading {}

  /**
   * A region of an unknown version; nothing else in it was read.
   *
   * @param version unsigned
   */
  record UnknownVersion(Path file, long version) implements RegionReading {
    /** The message, on one line. */
    public String message() {
      return "%s has version %d, expected 1 to %d; it is not read"
          .formatted(file, version, RegionLayout.LAST_VERSION);
    }
  }

  /**
   * A file that is not a region, is not a region yet, or cannot be read.
   *
   * @param message what was found, and what was expected, on one line
   */
  record Unreadable(Path file, String message) implements RegionReading {}
}
