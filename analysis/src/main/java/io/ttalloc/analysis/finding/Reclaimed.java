package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.snapshot.Snapshot;
import io.ttalloc.analysis.stack.Fingerprint;
import io.ttalloc.analysis.stack.Opening;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.read.CloseSiteEntry;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Findings of what only the collector's running closed. No slot is left of them, so they come from
 * the tallies.
 */
final class Reclaimed {
  private Reclaimed() {}

  static List<Finding> of(
      Snapshot snapshot,
      Confidence confidence,
      Remedy remedy,
      Map<Integer, List<CloseSiteEntry>> closeSites) {
    List<Finding> findings = new ArrayList<>();
    for (TallyEntry tally : snapshot.tallies().all()) {
      if (tally.reclaimed() > 0 && !tally.type().holder()) {
        List<CloseSiteEntry> siblings = closeSites.getOrDefault(tally.id(), List.of());
        findings.add(finding(snapshot, confidence, remedy, tally, siblings));
      }
    }
    return findings;
  }

  private static Finding finding(
      Snapshot snapshot,
      Confidence confidence,
      Remedy remedy,
      TallyEntry tally,
      List<CloseSiteEntry> siblings) {
    Opening opening = snapshot.sites().read(tally.type(), tally.stack());
    return new Finding(
        Fingerprint.of(tally.type(), tally.stack()),
        Verdict.RECLAIMED,
        true,
        false,
        null,
        null,
        confidence.level(),
        tally.type(),
        new Finding.Amount(
            tally.reclaimed(),
            tally.opened(),
            tally.closed(),
            0,
            0,
            0,
            tally.reclaimedBytes(),
            0,
            0),
        new Finding.Location(
            null, List.of(), List.of(), false, List.of(), false, List.of(), false, List.of()),
        opening,
        new Finding.Ownership(List.of(), false, List.of(), List.of(), List.of(), List.of()),
        new Finding.Age(0, 0, 0),
        List.of(
            Numbers.grouped(tally.reclaimed())
                + " of "
                + Numbers.grouped(tally.opened())
                + " were closed by a reclaimer because the collector ran, not by the program"),
        remedy.closeIt(tally.type(), opening, siblings),
        List.copyOf(siblings),
        List.of());
  }
}
