package io.ttalloc.it.packs;

import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.Ways;
import java.util.List;
import java.util.Set;

/**
 * A pack to be tested with programs. Immutable.
 *
 * @param name the name of the pack, as in {@code packs=NAME}
 * @param keptReachable the types that the JDK or the library itself keeps reachable, so they are
 *     never collected after a program has dropped them
 * @param kinds lists of ways, which together use everything that the pack must track
 * @param flags JVM flags that the library needs
 */
public record Pack(
    String name, Set<String> keptReachable, List<Class<? extends Ways>> kinds, List<String> flags) {
  /** Creates a pack that needs no flags. */
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
