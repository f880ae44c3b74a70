package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.memory.Regions;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.TallyEntry;

/** How evidence names regions of memory and what opened them. */
final class RegionText {
  private RegionText() {}

  /** {@code 0x3ffff800+2048}: where the region of a resource begins and its bytes per bank. */
  static String range(OpenResource resource) {
    Regions regions = resource.regions();
    int region = resource.region();
    return Numbers.address(regions.start(region)) + "+" + regions.extent(region);
  }

  /** What opened the region of a resource. */
  static String opener(OpenResource resource) {
    return opened(resource.facts(), resource.regions().tally(resource.region()));
  }

  /** What else opened the region of a resource that is contested. */
  static String rival(OpenResource resource) {
    return opened(resource.facts(), resource.regions().rival(resource.region()));
  }

  /** {@code the buffer opened at load_binaries from Main.run(Main.java:48)}. */
  private static String opened(Facts facts, int tallyId) {
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
    String at = JavaNames.shortFrame(yours);
    boolean same = opening.site().equals(JavaNames.call(yours));
    return what + (same ? at : opening.site() + " from " + at);
  }
}
