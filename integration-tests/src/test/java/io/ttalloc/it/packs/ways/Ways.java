package io.ttalloc.it.packs.ways;

import java.util.List;

/**
 * The ways of one subject. Each implementation has a public constructor, so that a program can
 * create it by name.
 */
public interface Ways {
  /** All ways, in the order of the paper. */
  List<Way> all();
}
