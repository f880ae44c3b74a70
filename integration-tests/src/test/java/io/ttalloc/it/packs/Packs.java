package io.ttalloc.it.packs;

import java.util.List;
import java.util.Set;

/** The packs of the paper, in its order. */
final class Packs {
  /** A pack gets its rows in the paper by a line here. */
  static final List<Pack> ALL =
      List.of(
          new Pack(
              "jdk-files",
              Set.of("process stream", "watch service"),
              List.of(StreamWay.class, PathWay.class, ArchiveWay.class)),
          new Pack(
              "jdk-net",
              Set.of(
                  "asynchronous channel group",
                  "asynchronous server socket channel",
                  "asynchronous socket channel"),
              List.of(SocketWay.class, ChannelWay.class, AsyncWay.class, HttpWay.class)),
          new Pack("jdk-threads", Set.of("executor", "fork/join pool"), List.of(ThreadWay.class)),
          new Pack("jdk-memory", Set.of("native memory"), List.of(MemoryWay.class)));

  private Packs() {}

  /** The pack of a name, which must be there. */
  static Pack byName(String name) {
    return ALL.stream().filter(pack -> pack.name().equals(name)).findFirst().orElseThrow();
  }
}
