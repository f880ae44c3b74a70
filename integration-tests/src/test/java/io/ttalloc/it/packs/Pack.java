package io.ttalloc.it.packs;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A pack that is held against programs. Immutable.
 *
 * @param name by which {@code packs=NAME} chooses it
 * @param keptReachable the types that the JDK or the library itself keeps reachable, so that the
 *     collector never takes what a program has dropped
 * @param kinds enums of ways, together all that it is to see
 * @param flags what the JVM needs for the library
 */
public record Pack(
    String name, Set<String> keptReachable, List<Class<? extends Way>> kinds, List<String> flags) {
  /** A pack of what runs in any JVM. */
  public Pack(String name, Set<String> keptReachable, List<Class<? extends Way>> kinds) {
    this(name, keptReachable, kinds, List.of());
  }

  /** What there is of it on a JDK. */
  public List<Way> ways(int major) {
    return kinds.stream()
        .flatMap(kind -> Stream.<Way>of(kind.getEnumConstants()))
        .filter(way -> way.since() <= major)
        .toList();
  }
}
