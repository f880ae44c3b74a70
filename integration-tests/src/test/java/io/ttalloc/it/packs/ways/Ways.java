package io.ttalloc.it.packs.ways;

import java.util.List;

/**
 * The ways of one subject. Each implementation has a public constructor, by which a program makes
 * the ones whose names it is given.
 */
public interface Ways {
  /** In the order of the paper. */
  List<Way> all();
}
