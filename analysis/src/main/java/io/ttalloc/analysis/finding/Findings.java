package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.memory.Place;
import io.ttalloc.analysis.snapshot.Owner;
import io.ttalloc.analysis.snapshot.Snapshot;
import io.ttalloc.analysis.snapshot.Standing;
import io.ttalloc.analysis.stack.Fingerprint;
import io.ttalloc.analysis.stack.Opening;
import io.ttalloc.analysis.verdict.Case;
import io.ttalloc.analysis.verdict.Judgement;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.read.CloseSiteEntry;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Judges every open resource of a snapshot and folds them: a second pass over the slots. */
public final class Findings {
  /** Leaks before others, then by verdict and weight. */
  public static final Comparator<Finding> WORST_FIRST =
      Comparator.comparing((Finding f) -> !f.leak())
          .thenComparingInt(f -> f.verdict().rank())
          .thenComparing(f -> !f.growing())
          .thenComparing(f -> f.amount().bytes(), Comparator.reverseOrder())
          .thenComparing(f -> f.amount().reclaimedBytes(), Comparator.reverseOrder())
          .thenComparing(f -> f.amount().count(), Comparator.reverseOrder())
          .thenComparingLong(f -> f.age().oldestOpenedNanos())
          .thenComparing(f -> f.type().name())
          .thenComparing(Finding::fingerprint)
          .thenComparing(f -> f.location().space() == null ? "" : f.location().space());

  /**
   * What folds. Looked up once per resource, so equality is written out: what the compiler makes
   * for records is linked at run time, which a short process pays for.
   */
  private record Key(int tally, Verdict verdict, @Nullable String space, boolean owned) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key key
          && key.tally == tally
          && key.verdict == verdict
          && key.owned == owned
          && Objects.equals(key.space, space);
    }

    @Override
    public int hashCode() {
      int hash = (tally * 31 + verdict.rank()) * 31 + (space == null ? 0 : space.hashCode());
      hash += owned ? 1 : 0;
      // Ids of tallies are multiples of a record's size.
      return hash * 0x9E3779B9;
    }
  }

  private final Snapshot snapshot;
  private final int keptExamples;
  private final Cycles cycles;
  private final Confidence confidence;
  private final Explanation explanation;
  private final Remedy remedy;
  private final Views views;
  private final Map<Integer, List<CloseSiteEntry>> closeSites = new HashMap<>();
  private List<Finding> all = List.of();
  private final Map<String, Long> containers = new TreeMap<>();
  private final Map<Key, FindingBuilder> builders = new LinkedHashMap<>();
  private final Map<Integer, Map<String, Cycles.Counts>> growth = new HashMap<>();

  private Findings(
      Snapshot snapshot, Confidence confidence, Views views, int keptExamples, int growingCycles) {
    this.snapshot = snapshot;
    this.confidence = confidence;
    this.views = views;
    this.keptExamples = keptExamples;
    cycles = new Cycles(snapshot.image().marks(), growingCycles);
    explanation = new Explanation(snapshot, this::closeSites);
    remedy = new Remedy(snapshot, explanation, this::closeSites);
    for (CloseSiteEntry site : snapshot.image().closeSites()) {
      closeSites.computeIfAbsent(site.tally(), k -> new ArrayList<>()).add(site);
    }
    for (List<CloseSiteEntry> sites : closeSites.values()) {
      sites.sort(Comparator.comparingLong(CloseSiteEntry::count).reversed());
    }
  }

  /**
   * Judges and folds.
   *
   * @param keptExamples how many addresses, labels, threads and owners of a finding are kept
   * @param growingCycles how many cycles in a row make growth
   * @throws IOException the ledger could not be read a second time
   */
  public static Findings of(
      Snapshot snapshot, Confidence confidence, Views views, int keptExamples, int growingCycles)
      throws IOException {
    Findings findings = new Findings(snapshot, confidence, views, keptExamples, growingCycles);
    snapshot.image().forEachSlot(findings::judge);
    List<Finding> list = new ArrayList<>();
    for (FindingBuilder builder : findings.builders.values()) {
      list.add(findings.finish(builder));
    }
    list.addAll(Reclaimed.of(snapshot, confidence, findings.remedy, findings.closeSites));
    list.sort(WORST_FIRST);
    findings.all = List.copyOf(list);
    return findings;
  }

  /** All of them, the worst first. */
  public List<Finding> all() {
    return all;
  }

  /** How many open containers are shown with what is open in them, by the name of their type. */
  public Map<String, Long> containers() {
    return Collections.unmodifiableMap(containers);
  }

  private void judge(SlotEntry slot) {
    Standing standing = snapshot.standing(slot);
    if (standing != Standing.JUDGED) {
      accompany(slot, standing);
      return;
    }
    Case judged = new Case(snapshot, slot);
    Judgement judgement = Verdicts.judge(judged);
    // What is said of an owner must hold for all that folds.
    boolean owned = judgement.root() != null;
    Key key = new Key(slot.tally(), judgement.verdict(), slot.space(), owned);
    FindingBuilder builder = builders.get(key);
    if (builder == null) {
      Cycles.Counts own = cycles.counts();
      boolean isOpen = judgement.verdict().isOpen();
      builder =
          new FindingBuilder(
              judgement.verdict(), judged, own, isOpen ? ofStack(slot) : own, keptExamples);
      builders.put(key, builder);
    }
    builder.add(judged, judgement);
  }

  /** The counts that all findings of one type, stack and space share. */
  private Cycles.Counts ofStack(SlotEntry slot) {
    return growth
        .computeIfAbsent(slot.tally(), tally -> new HashMap<>(1))
        .computeIfAbsent(slot.space() == null ? "" : slot.space(), space -> cycles.counts());
  }

  /** What is open and shown only with what is open in it. */
  private void accompany(SlotEntry slot, Standing standing) {
    TypeEntry type = snapshot.tallies().get(slot.tally()).type();
    boolean open = slot.state() != SlotState.CLOSED_OWNER && standing != Standing.HOLLOW;
    if (open && !type.holder()) {
      String whole = Place.of(slot).isMesh() ? "whole-mesh " : "";
      containers.merge(whole + Numbers.spoken(type.name()), 1L, Long::sum);
    }
  }

  private Finding finish(FindingBuilder builder) {
    TallyEntry tally = builder.tally();
    Opening opening = snapshot.sites().read(tally.type(), tally.stack());
    List<CloseSiteEntry> siblings = closeSites(tally.id());
    boolean growing = builder.isGrowing();
    boolean leak = builder.verdict().isLeak() || (growing && builder.verdict().leaksWhenGrowing());
    Views.Count viewed = views.openedWith(tally.type(), opening);
    return new Finding(
        Fingerprint.of(tally.type(), tally.stack()),
        builder.verdict(),
        leak,
        growing,
        null,
        null,
        confidence.level(),
        tally.type(),
        builder.amount(viewed.opened(), viewed.closed()),
        builder.location(),
        opening,
        builder.ownership(
            chain(builder), heldBy(builder), List.copyOf(explanation.closedBy(builder))),
        builder.age(snapshot.image().process().readAtNanos()),
        List.copyOf(explanation.why(builder)),
        remedy.fix(builder, opening, siblings),
        List.copyOf(siblings),
        builder.cycles().steps(),
        builder.shares());
  }

  private List<CloseSiteEntry> closeSites(int tally) {
    return closeSites.getOrDefault(tally, List.of());
  }

  private List<String> chain(FindingBuilder builder) {
    List<String> names = new ArrayList<>();
    for (Owner owner : snapshot.owners().chain(builder.first().slot())) {
      names.add(owner.nameAndLabel());
    }
    return names;
  }

  private List<String> heldBy(FindingBuilder builder) {
    List<String> holders = new ArrayList<>();
    if (builder.verdict() == Verdict.CACHED) {
      for (Owner cache : builder.causes()) {
        holders.add(explanation.holder(cache));
      }
    }
    return holders;
  }
}
