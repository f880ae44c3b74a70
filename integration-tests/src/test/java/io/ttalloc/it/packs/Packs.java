package io.ttalloc.it.packs;

import io.ttalloc.it.packs.ways.ArchiveWays;
import io.ttalloc.it.packs.ways.AsyncWays;
import io.ttalloc.it.packs.ways.ChannelWays;
import io.ttalloc.it.packs.ways.HttpWays;
import io.ttalloc.it.packs.ways.MemoryWays;
import io.ttalloc.it.packs.ways.NamingWays;
import io.ttalloc.it.packs.ways.PathWays;
import io.ttalloc.it.packs.ways.SelectorWays;
import io.ttalloc.it.packs.ways.SocketWays;
import io.ttalloc.it.packs.ways.StreamWays;
import io.ttalloc.it.packs.ways.ThreadWays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The packs, in the order of the paper. */
final class Packs {
  /** The flags for ways that access JDK internals. */
  private static final List<String> OWN_PACKAGES =
      List.of(
          "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED");

  /** All packs under test. Only these have rows in the paper. */
  static final List<Pack> ALL =
      List.of(
          new Pack(
              "jdk-files",
              Set.of("process stream", "watch service"),
              List.of(StreamWays.class, PathWays.class, ArchiveWays.class),
              OWN_PACKAGES),
          new Pack(
              "jdk-net",
              Set.of(
                  "asynchronous channel group",
                  "asynchronous server socket channel",
                  "asynchronous socket channel",
                  "http client"),
              List.of(
                  SocketWays.class,
                  ChannelWays.class,
                  SelectorWays.class,
                  AsyncWays.class,
                  HttpWays.class,
                  NamingWays.class),
              OWN_PACKAGES),
          new Pack("jdk-threads", Set.of("fork/join pool"), List.of(ThreadWays.class)),
          new Pack("jdk-memory", Set.of("native memory"), List.of(MemoryWays.class), OWN_PACKAGES));

  private Packs() {}

  /** Combines two packs into one, for a run that tests both. */
  static Pack together(String one, String other) {
    Pack first = byName(one);
    Pack second = byName(other);
    return new Pack(
        one + "," + other,
        Stream.concat(first.keptReachable().stream(), second.keptReachable().stream())
            .collect(Collectors.toSet()),
        Stream.concat(first.kinds().stream(), second.kinds().stream()).toList(),
        Stream.concat(first.flags().stream(), second.flags().stream()).distinct().toList());
  }

  /** The pack with the given name; fails if there is none. */
  static Pack byName(String name) {
    return ALL.stream().filter(pack -> pack.name().equals(name)).findFirst().orElseThrow();
  }
}
