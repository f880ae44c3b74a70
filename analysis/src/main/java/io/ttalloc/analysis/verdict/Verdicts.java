package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.memory.Regions;
import io.ttalloc.analysis.snapshot.Owner;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SlotState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The verdicts that are decided per resource, each a pure function; the first that speaks wins. */
public final class Verdicts {
  /** One verdict's condition. */
  private interface Rule {
    /** The judgement, or null if this rule has nothing to say. */
    @Nullable Judgement judge(Case judged);
  }

  private static final List<Rule> IN_ORDER =
      List.of(
          Verdicts::unseenFree,
          Verdicts::alias,
          Verdicts::doubleOpen,
          Verdicts::orphanedAndCollected,
          Verdicts::lost,
          Verdicts::infrastructure,
          Verdicts::orphaned,
          Verdicts::cached,
          Verdicts::open,
          Verdicts::inUse);

  private Verdicts() {}

  /** Judges one resource that stands for itself. */
  public static Judgement judge(Case judged) {
    for (Rule rule : IN_ORDER) {
      Judgement judgement = rule.judge(judged);
      if (judgement != null) {
        return judgement;
      }
    }
    return Judgement.of(Verdict.HELD, judged);
  }

  private static @Nullable Judgement unseenFree(Case judged) {
    boolean takesMemory = !judged.slot().alias() && judged.slot().bytes() > 0;
    boolean gone =
        takesMemory
            && judged
                    .snapshot()
                    .memory()
                    .reconciliation()
                    .provesEmpty(judged.place(), judged.slot().openedNanos())
                != null;
    return gone ? Judgement.of(Verdict.UNSEEN_FREE, judged) : null;
  }

  private static @Nullable Judgement alias(Case judged) {
    if (!judged.slot().alias()) {
      return null;
    }
    boolean rootIsGone = judged.slot().hasAddress() && judged.region() < 0;
    return Judgement.of(rootIsGone ? Verdict.DANGLING : Verdict.ALIAS, judged);
  }

  private static @Nullable Judgement doubleOpen(Case judged) {
    Regions regions = judged.regions();
    boolean contested =
        regions != null
            && regions.hasContested()
            && judged.region() >= 0
            && regions.contested(judged.region());
    return contested ? Judgement.of(Verdict.DOUBLE_OPEN, judged) : null;
  }

  /**
   * What a close should have closed is the close's fault, whether or not the collector came by in
   * the meantime.
   */
  private static @Nullable Judgement orphanedAndCollected(Case judged) {
    boolean collected =
        judged.collectedOwner() != null || judged.slot().state() == SlotState.COLLECTED;
    return collected && !judged.slot().infrastructure() ? orphaned(judged) : null;
  }

  private static @Nullable Judgement lost(Case judged) {
    Owner collected = judged.collectedOwner();
    if (collected != null) {
      return new Judgement(Verdict.LOST, collected, null);
    }
    boolean lost = judged.slot().state() == SlotState.COLLECTED;
    return lost ? Judgement.of(Verdict.LOST, judged) : null;
  }

  private static @Nullable Judgement infrastructure(Case judged) {
    return judged.slot().infrastructure() ? Judgement.of(Verdict.INFRASTRUCTURE, judged) : null;
  }

  private static @Nullable Judgement orphaned(Case judged) {
    Owner stop = judged.stop();
    boolean left = stop != null && stop.isClosed() && !stop.type().freesOwned();
    return left ? new Judgement(Verdict.ORPHANED, judged.root(), stop) : null;
  }

  private static @Nullable Judgement cached(Case judged) {
    Owner stop = judged.stop();
    boolean held = stop != null && !stop.isClosed();
    return held ? new Judgement(Verdict.CACHED, judged.root(), stop) : null;
  }

  private static @Nullable Judgement open(Case judged) {
    boolean ended = judged.snapshot().image().process().ended() == ProcessEntry.Ended.EXIT;
    return ended ? null : Judgement.of(Verdict.OPEN, judged);
  }

  private static @Nullable Judgement inUse(Case judged) {
    return judged.runningCall() == null ? null : Judgement.of(Verdict.IN_USE, judged);
  }
}
