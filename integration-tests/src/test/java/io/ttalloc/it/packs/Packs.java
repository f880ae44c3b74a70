package io.ttalloc.it.packs;

import java.util.List;
import java.util.Set;

/** The packs of the paper, in its order. */
final class Packs {
  /** What some ways need that reach into the JDK. */
  private static final List<String> OWN_PACKAGES =
      List.of(
          "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED");

  /** A pack gets its rows in the paper by a line here. */
  static final List<Pack> ALL =
      List.of(
          new Pack(
              "jdk-files",
              Set.of("process stream", "watch service"),
              List.of(StreamWay.class, PathWay.class, ArchiveWay.class),
              OWN_PACKAGES),
          new Pack(
              "jdk-net",
              Set.of(
                  "asynchronous channel group",
                  "asynchronous server socket channel",
                  "asynchronous socket channel"),
              List.of(
                  SocketWay.class,
                  ChannelWay.class,
                  SelectorWay.class,
                  AsyncWay.class,
                  HttpWay.class),
              OWN_PACKAGES),
          new Pack("jdk-threads", Set.of("fork/join pool"), List.of(ThreadWay.class)),
          new Pack("jdk-memory", Set.of("native memory"), List.of(MemoryWay.class), OWN_PACKAGES));

  private Packs() {}

  /** The pack of a name, which must be there. */
  static Pack byName(String name) {
    return ALL.stream().filter(pack -> pack.name().equals(name)).findFirst().orElseThrow();
  }
}
