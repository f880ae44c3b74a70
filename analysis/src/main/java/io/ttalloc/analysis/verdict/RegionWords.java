package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.memory.Regions;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.TallyEntry;

/** How regions of memory, and what opened them, are named in evidence. */
final class RegionWords {
  private RegionWords() {}

  /** {@code 0x3ffff800+2048}: where the region of a resource begins and its bytes per bank. */
  static String range(OpenResource resource) {
    Regions regions = resource.regions();
    return regions == null
        ? ""
        : Numbers.address(regions.start(resource.region()))
            + "+"
            + regions.extent(resource.region());
  }

  /** {@code the buffer opened at load_binaries from Main.run(Main.java:48)}. */
  static String opened(Facts facts, int tallyId) {
    TallyEntry tally = facts.tally(tallyId);
    if (tally == null) {
      return "the unknown opened at " + Opening.NO_STACK;
    }
    Opening opening = facts.sites().read(tally.type(), tally.stack());
    Frame yours = opening.yours();
    String what = "the " + Numbers.spoken(tally.type().name()) + " opened at ";
    if (yours == null) {
      return what + opening.site();
    }
    String place = JavaNames.place(yours);
    boolean same = opening.site().equals(JavaNames.call(yours));
    return what + (same ? place : opening.site() + " from " + place);
  }
}
