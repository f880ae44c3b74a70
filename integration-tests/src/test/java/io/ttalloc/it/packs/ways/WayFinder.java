package io.ttalloc.it.packs.ways;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the way that opened a resource from the frames of its stack. Lambdas are in the order of
 * the list, so a line belongs to the last way that is listed at or above it. Immutable.
 */
public final class WayFinder {
  /** The prefix of the names that javac gives to lambdas in the initializer of a class. */
  private static final String LAMBDA = "lambda$static$";

  private final Map<String, NavigableMap<Integer, Way>> byLine = new HashMap<>();

  public WayFinder(List<Way> ways) {
    for (Way way : ways) {
      Way other =
          byLine
              .computeIfAbsent(way.listed().getClassName(), name -> new TreeMap<>())
              .put(way.listed().getLineNumber(), way);
      if (other != null) {
        throw new IllegalArgumentException(other + " is listed on the line of " + way);
      }
    }
  }

  /** The way whose lambda contains a frame, or null. */
  public @Nullable Way find(String className, String method, int line) {
    NavigableMap<Integer, Way> ways = byLine.get(className);
    if (ways == null || !method.startsWith(LAMBDA)) {
      return null;
    }
    Map.Entry<Integer, Way> listed = ways.floorEntry(line);
    return listed == null ? null : listed.getValue();
  }
}
