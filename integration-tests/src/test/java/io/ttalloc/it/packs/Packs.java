package io.ttalloc.it.packs;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The packs of the paper, in its order. */
final class Packs {
  /**
   * A pack that is held against programs.
   *
   * @param name by which {@code packs=NAME} chooses it
   * @param keptByJdk the types that the JDK keeps reachable, so that the collector never takes them
   * @param ways all that it is to see
   */
  record Pack(String name, Set<String> keptByJdk, List<Way> ways) {
    /** What there is of it on a JDK. */
    Pack on(int major) {
      return new Pack(name, keptByJdk, ways.stream().filter(way -> way.since() <= major).toList());
    }
  }

  /** A pack gets its rows in the paper by a line here. */
  static final List<Pack> ALL =
      List.of(
          pack(
              "jdk-files",
              Set.of("process stream", "watch service"),
              StreamWay.values(),
              PathWay.values(),
              ArchiveWay.values()),
          pack(
              "jdk-net",
              Set.of(
                  "asynchronous channel group",
                  "asynchronous server socket channel",
                  "asynchronous socket channel"),
              SocketWay.values(),
              ChannelWay.values(),
              AsyncWay.values(),
              HttpWay.values()),
          pack("jdk-threads", Set.of("executor", "fork/join pool"), ThreadWay.values()),
          pack("jdk-memory", Set.of("native memory"), MemoryWay.values()));

  private Packs() {}

  /** The pack of a name, which must be there. */
  static Pack byName(String name) {
    return ALL.stream().filter(pack -> pack.name().equals(name)).findFirst().orElseThrow();
  }

  private static Pack pack(String name, Set<String> keptByJdk, Way[]... ways) {
    return new Pack(name, keptByJdk, Stream.of(ways).flatMap(Stream::of).toList());
  }
}
