package io.ttalloc.it.packs;

import java.util.List;
import java.util.stream.Stream;

/** The packs of the paper, in its order. */
final class Packs {
  /**
   * A pack that is held against programs.
   *
   * @param name by which {@code packs=NAME} chooses it
   * @param ways all that it is to see
   */
  record Pack(String name, List<Way> ways) {}

  /** A pack gets its rows in the paper by a line here. */
  static final List<Pack> ALL =
      List.of(pack("jdk-files", StreamWay.values(), PathWay.values(), ArchiveWay.values()));

  private Packs() {}

  /** The pack of a name, which must be there. */
  static Pack byName(String name) {
    return ALL.stream().filter(pack -> pack.name().equals(name)).findFirst().orElseThrow();
  }

  private static Pack pack(String name, Way[]... ways) {
    return new Pack(name, Stream.of(ways).flatMap(Stream::of).toList());
  }
}
