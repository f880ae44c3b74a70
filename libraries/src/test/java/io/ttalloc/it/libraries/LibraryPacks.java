package io.ttalloc.it.libraries;

import io.ttalloc.it.packs.Pack;
import java.util.List;
import java.util.Set;

/** The packs of the paper, in its order. */
final class LibraryPacks {
  /** A pack gets its rows in the paper by a line here. */
  static final List<Pack> ALL = List.of(new Pack("rocksdb", Set.of(), List.of(RocksWay.class)));

  private LibraryPacks() {}
}
