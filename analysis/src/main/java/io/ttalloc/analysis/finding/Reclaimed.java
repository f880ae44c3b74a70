package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.snapshot.Snapshot;
import io.ttalloc.analysis.stack.Fingerprint;
import io.ttalloc.analysis.stack.Opening;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.wording.Names;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.read.CloseSiteEntry;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Findings of what only the collector's running closed. No slot is left of them, so they come from
 * the tallies.
 *
 * <p>A reclaimed owner takes what it owns with it. So where bytes were reclaimed, those that had
 * them are the findings; the owners without bytes that opened them are their company and named in
 * the evidence. What no stack relates to others is a finding of its own.
 */
final class Reclaimed {
  private static final int COMPANY_NAMED = 4;

  private record Company(TallyEntry tally, long count) {}

  private final Snapshot snapshot;
  private final Confidence confidence;
  private final Remedy remedy;
  private final Belonging belonging;
  private final List<TallyEntry> alone = new ArrayList<>();
  private final List<Company> company = new ArrayList<>();

  private Reclaimed(Snapshot snapshot, Confidence confidence, Remedy remedy) {
    this.snapshot = snapshot;
    this.confidence = confidence;
    this.remedy = remedy;
    List<TallyEntry> reclaimed = new ArrayList<>();
    for (TallyEntry tally : snapshot.tallies().all()) {
      if (tally.reclaimed() > 0 && !tally.type().holder()) {
        reclaimed.add(tally);
      }
    }
    belonging = Belonging.among(reclaimed);
    for (TallyEntry tally : reclaimed) {
      if (belonging.accompanies(tally)) {
        company.add(new Company(tally, tally.reclaimed()));
      } else {
        alone.add(tally);
      }
    }
    addDropped();
    // The owner of the others was opened nearest to the user's own code.
    company.sort(Comparator.comparingInt(with -> with.tally().stack().size()));
  }

  private @Nullable Frame yours(TallyEntry tally) {
    return snapshot.sites().yours(tally.type().className(), tally.stack());
  }

  /** The collector took the outermost owners themselves, and a reclaimer what they had owned. */
  private void addDropped() {
    Set<@Nullable Frame> lines = new HashSet<>();
    for (Company with : company) {
      lines.add(yours(with.tally()));
    }
    for (TallyEntry tally : snapshot.tallies().all()) {
      boolean onlyOwns = tally.type().owner() && !tally.type().hasBytes();
      boolean sameLine = lines.contains(yours(tally));
      if (onlyOwns && tally.collected() > 0 && tally.reclaimed() == 0 && sameLine) {
        company.add(new Company(tally, tally.collected()));
      }
    }
  }

  static List<Finding> of(
      Snapshot snapshot,
      Confidence confidence,
      Remedy remedy,
      Map<Integer, List<CloseSiteEntry>> closeSites) {
    Reclaimed reclaimed = new Reclaimed(snapshot, confidence, remedy);
    List<Finding> findings = new ArrayList<>();
    for (TallyEntry tally : reclaimed.alone) {
      List<CloseSiteEntry> siblings = closeSites.getOrDefault(tally.id(), List.of());
      findings.add(reclaimed.finding(tally, siblings));
    }
    return findings;
  }

  private Finding finding(TallyEntry tally, List<CloseSiteEntry> siblings) {
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
            null, List.of(), List.of(), false, List.of(), false, List.of(), false, 0, List.of()),
        opening,
        new Finding.Ownership(List.of(), false, List.of(), List.of(), List.of(), List.of()),
        new Finding.Age(0, 0, 0),
        why(tally),
        fix(tally, opening, siblings),
        List.copyOf(siblings),
        List.of(),
        List.of());
  }

  private List<String> why(TallyEntry tally) {
    List<String> why = new ArrayList<>();
    why.add(
        Numbers.grouped(tally.reclaimed())
            + " of "
            + Numbers.grouped(tally.opened())
            + " were closed by a reclaimer because the collector ran, not by the program");
    if (hasCompany(tally)) {
      List<String> named = new ArrayList<>();
      for (Company other : company.subList(0, Math.min(COMPANY_NAMED, company.size()))) {
        String type = Numbers.spoken(other.tally().type().name());
        named.add(Numbers.counted(other.count(), type) + at(other.tally()));
      }
      String more = company.size() > COMPANY_NAMED ? " and more" : "";
      why.add("reclaimed with " + String.join(", ", named) + more);
    }
    return List.copyOf(why);
  }

  private boolean hasCompany(TallyEntry tally) {
    return tally.reclaimedBytes() > 0 && belonging.hasOwner(tally);
  }

  private String at(TallyEntry tally) {
    Frame yours = snapshot.sites().yours(tally.type().className(), tally.stack());
    return yours == null ? "" : " opened at " + Names.place(yours);
  }

  private String fix(TallyEntry tally, Opening opening, List<CloseSiteEntry> siblings) {
    for (Company with : company) {
      TallyEntry other = with.tally();
      if (hasCompany(tally) && other.type().owner()) {
        Opening otherOpening = snapshot.sites().read(other.type(), other.stack());
        return remedy.closeIt(other.type(), otherOpening, List.of());
      }
    }
    return remedy.closeIt(tally.type(), opening, siblings);
  }
}
