package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.stack.Opening;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.ledger.read.CloseSiteEntry;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Open resources of one type, stack, space and verdict, all with an owner or all without, folded
 * over devices and addresses.
 *
 * @param fingerprint identity of type and stack across builds
 * @param suppressedBy the suppression that takes it, or null
 * @param baseline NEW or KNOWN against a baseline, or null without one
 * @param why evidence that a reader can check, one sentence each
 * @param fix the call that would free it
 * @param siblings where others from the same stack were closed, of the closes that were captured
 * @param growth per cycle; empty without marks
 * @param shares what lies on which device; empty if nothing is open
 */
public record Finding(
    String fingerprint,
    Verdict verdict,
    boolean leak,
    boolean growing,
    @Nullable String suppressedBy,
    @Nullable String baseline,
    Confidence.Level confidence,
    TypeEntry type,
    Amount amount,
    Location location,
    Opening opening,
    Ownership ownership,
    Age age,
    List<String> why,
    String fix,
    List<CloseSiteEntry> siblings,
    List<GrowthStep> growth,
    List<Share> shares) {

  /** The same, taken by a suppression, and so no leak. */
  public Finding suppressedBy(String suppression) {
    return changed(false, suppression, baseline, why);
  }

  /** The same with its mark against a baseline. */
  public Finding against(String newBaseline) {
    return changed(leak, suppressedBy, newBaseline, why);
  }

  /** The same with one more sentence of evidence. */
  public Finding with(String sentence) {
    List<String> more = new ArrayList<>(why);
    more.add(sentence);
    return changed(leak, suppressedBy, baseline, List.copyOf(more));
  }

  private Finding changed(
      boolean newLeak,
      @Nullable String newSuppressedBy,
      @Nullable String newBaseline,
      List<String> newWhy) {
    return new Finding(
        fingerprint,
        verdict,
        newLeak,
        growing,
        newSuppressedBy,
        newBaseline,
        confidence,
        type,
        amount,
        location,
        opening,
        ownership,
        age,
        newWhy,
        fix,
        siblings,
        growth,
        shares);
  }

  /**
   * How much it is.
   *
   * @param count open ones; of RECLAIMED those that were reclaimed
   * @param opened all that this type and stack ever opened
   * @param closed of these
   * @param bytes by handle; aliases have none
   * @param regionBytes each region of this finding once
   * @param viewsOpened views that the same site opened
   */
  public record Amount(
      long count,
      long opened,
      long closed,
      long bytes,
      long regions,
      long regionBytes,
      long reclaimedBytes,
      long viewsOpened,
      long viewsClosed) {}

  /**
   * Where it is. Lists are bounded; the flags say what was left out.
   *
   * @param devices ascending, without whole meshes
   * @param addresses ascending
   * @param blocks sizes and addresses, the largest first
   * @param labels in natural order
   * @param labelled how many resources have a label
   */
  public record Location(
      @Nullable String space,
      List<Integer> devices,
      List<Long> addresses,
      boolean moreAddresses,
      List<Block> blocks,
      boolean moreBlocks,
      List<Label> labels,
      boolean moreLabels,
      long labelled,
      List<String> threads) {}

  /** A label and how many resources have it. */
  public record Label(String text, long count) {}

  /**
   * Handles of one size at one address, on any number of devices.
   *
   * @param address null if it has none
   */
  public record Block(long bytes, @Nullable Long address, long count, List<Integer> devices) {}

  /**
   * Whose it is.
   *
   * @param roots names of the outermost owners with which it is shown, in order of opening
   * @param chain names of the owners of the first one, from the direct one outwards
   * @param heldBy the caches that hold it, each with its owner and where that was closed
   * @param entries the caches' names for the entries
   * @param closedBy the stack that closed the owner, or the cache's owner; empty if unknown
   */
  public record Ownership(
      List<String> roots,
      boolean moreRoots,
      List<String> chain,
      List<String> heldBy,
      List<String> entries,
      List<Frame> closedBy) {

    /** The roots in one text, or null if nobody owns it. */
    public @Nullable String owner() {
      if (roots.isEmpty()) {
        return null;
      }
      return String.join(", ", roots) + (moreRoots ? " and more" : "");
    }
  }

  /** When the oldest and the newest were opened, and how old these are at the reading. */
  public record Age(long oldestOpenedNanos, long newestOpenedNanos, long oldestNanos) {}
}
