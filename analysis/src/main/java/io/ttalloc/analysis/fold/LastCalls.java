package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where the resources of a finding were last called, if their rule names methods for that.
 *
 * @param sites where, the most frequent first; bounded
 * @param called how many resources have such a call, those of sites that are left out included
 * @param uncalled how many have none
 * @param atExit whether times count back from the end of the process, and not from the reading
 */
public record LastCalls(List<Site> sites, long called, long uncalled, boolean atExit) {
  /** So many stacks are told apart; further ones are only counted. */
  private static final int MOST = 64;

  /**
   * Resources that were last called by one line of the user's own code.
   *
   * @param frame that line; null if stacks were not captured
   * @param stack one of the stacks through it, innermost first
   * @param threads in natural order
   * @param agoNanos from the latest of these calls to the end or the reading
   * @param followed whether calls that were not recorded followed, each within a millisecond
   */
  public record Site(
      @Nullable Frame frame,
      List<Frame> stack,
      long count,
      List<String> threads,
      long agoNanos,
      boolean followed) {}

  /** From the latest of all calls to the end or the reading; 0 if there is none. */
  public long agoNanos() {
    return sites.stream().mapToLong(Site::agoNanos).min().orElse(0);
  }

  /** Whether calls that were not recorded followed any of them. */
  public boolean followed() {
    return sites.stream().anyMatch(Site::followed);
  }

  /** The line that called all of them last; null if there are several, or it is unknown. */
  public @Nullable Frame onlyFrame() {
    return uncalled == 0 && sites.size() == 1 && sites.get(0).count() == called
        ? sites.get(0).frame()
        : null;
  }

  private static final class Sum {
    private final TreeSet<String> threads = new TreeSet<>(JavaNames.NATURAL_ORDER);
    private long count;
    private long latestNanos = Long.MIN_VALUE;
    private boolean followed;

    void add(SlotEntry.Touch call) {
      count++;
      latestNanos = Math.max(latestNanos, call.nanos());
      followed |= call.leftOut();
      if (threads.size() < MOST) {
        threads.add(call.thread());
      }
    }

    void add(Sum other) {
      count += other.count;
      latestNanos = Math.max(latestNanos, other.latestNanos);
      followed |= other.followed;
      threads.addAll(other.threads);
    }

    Site toSite(@Nullable Frame frame, List<Frame> stack, long endNanos) {
      // A damaged ledger may say anything.
      long ago = latestNanos < 0 ? endNanos : Math.max(0, endNanos - latestNanos);
      return new Site(frame, stack, count, List.copyOf(threads), ago, followed);
    }
  }

  /** Collects last calls, by stack. */
  static final class Sums {
    private final Map<Integer, Sum> byStack = new LinkedHashMap<>();
    private long called;
    private long uncalled;

    void add(SlotEntry.@Nullable Extension extension) {
      SlotEntry.Touch call = extension == null ? null : extension.touch();
      if (call == null) {
        uncalled++;
        return;
      }
      called++;
      if (byStack.size() < MOST || byStack.containsKey(call.stack())) {
        byStack.computeIfAbsent(call.stack(), stack -> new Sum()).add(call);
      }
    }

    LastCalls toLastCalls(Facts facts, TypeEntry type) {
      ProcessEntry process = facts.image().process();
      Map<String, Sum> byLine = new LinkedHashMap<>();
      Map<String, List<Frame>> stacks = new HashMap<>();
      byStack.forEach(
          (id, sum) -> {
            List<Frame> stack = facts.image().stack(id);
            Frame frame = facts.sites().yours(type.className(), stack);
            String line = frame == null ? "" : JavaNames.fullFrame(frame);
            byLine.computeIfAbsent(line, any -> new Sum()).add(sum);
            stacks.putIfAbsent(line, stack);
          });
      List<Site> sites = new ArrayList<>();
      byLine.forEach(
          (line, sum) -> {
            List<Frame> stack = stacks.getOrDefault(line, List.of());
            Frame frame = facts.sites().yours(type.className(), stack);
            sites.add(sum.toSite(frame, stack, process.lastSeenNanos()));
          });
      sites.sort(Comparator.comparingLong(Site::count).reversed());
      return new LastCalls(
          List.copyOf(sites), called, uncalled, process.ended() == ProcessEntry.Ended.EXIT);
    }
  }
}
