package io.ttalloc.it.packs;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Ways;
import java.util.List;
import java.util.Set;

/**
 * A pack that is held against programs. Immutable.
 *
 * @param name by which {@code packs=NAME} chooses it
 * @param keptReachable the types that the JDK or the library itself keeps reachable, so that the
 *     collector never takes what a program has dropped
 * @param kinds lists of ways, together all that it is to see
 * @param flags what the JVM needs for the library
 */
public record Pack(
    String name, Set<String> keptReachable, List<Class<? extends Ways>> kinds, List<String> flags) {
  /** A pack that needs no flags. */
  public Pack(String name, Set<String> keptReachable, List<Class<? extends Ways>> kinds) {
    this(name, keptReachable, kinds, List.of());
  }

  /** The ways that exist on a JDK. */
  public List<Way> ways(int major) {
    return kinds.stream()
        .flatMap(kind -> listed(kind).all().stream())
        .filter(way -> way.since() <= major)
        .toList();
  }

  private static Ways listed(Class<? extends Ways> kind) {
    try {
      return kind.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(kind + " cannot be made", e);
    }
  }
}
