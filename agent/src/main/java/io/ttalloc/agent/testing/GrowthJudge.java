package io.ttalloc.agent.testing;

import io.ttalloc.analysis.ExitHeap;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.probe.resource.Resource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Finds the lines of code at which every cycle of a repeated test, except the first, opens a
 * resource that it loses or leaves open. Runs after all cycles have ended. A resource that is
 * opened only once belongs to a single cycle, and a resource that each cycle replaces is closed by
 * the next cycle, so neither grows. Examines only counts unless something grows. Thread-safe.
 */
final class GrowthJudge {
  private final ScopeJudge judge;

  GrowthJudge(ScopeJudge judge) {
    this.judge = judge;
  }

  /** The leaks of a repeated test; see {@link ScopeJudge#leaks}. */
  List<Map<String, Object>> found(List<Scope> cycles, TestScopes.Ending ending) throws IOException {
    long begin = System.nanoTime();
    for (Scope cycle : cycles) {
      cycle.open.removeIf(resource -> ((Resource) resource).isOver());
    }
    Scope last = cycles.get(cycles.size() - 1);
    last.awaitCloses(ScopeJudge.moment(ending));
    if (growing(cycles).isEmpty()) {
      return List.of();
    }
    ExitHeap heap = judge.lookIntoHeap();
    last.awaitCloses(ending.graceNanos() - (System.nanoTime() - begin));
    Map<String, int[]> growing = growing(cycles);
    if (growing.isEmpty()) {
      return List.of();
    }
    List<Map<String, Object>> leaks = new ArrayList<>();
    for (Finding finding : judge.report(heap).findings()) {
      // Stacks that differ only in line numbers have the same fingerprint, and count as one.
      int[] counts = judge.mayGrow(finding, ending) ? growing.remove(finding.fingerprint()) : null;
      if (counts != null) {
        leaks.add(described(finding, counts, last));
      }
    }
    return leaks;
  }

  /**
   * The number of resources that each cycle has lost or left open, by fingerprint. Contains only
   * the fingerprints that grow.
   */
  private Map<String, int[]> growing(List<Scope> cycles) throws IOException {
    Map<String, int[]> left = new HashMap<>();
    for (int at = 0; at < cycles.size(); at++) {
      Scope cycle = cycles.get(at);
      for (Map.Entry<Integer, Integer> lost : cycle.lost.entrySet()) {
        count(left, lost.getKey(), cycles.size())[at] += lost.getValue();
      }
      for (Object resource : cycle.open) {
        count(left, ((Resource) resource).tally().id(), cycles.size())[at]++;
      }
    }
    left.values().removeIf(counts -> !grow(counts));
    return left;
  }

  private int[] count(Map<String, int[]> left, int tally, int cycles) throws IOException {
    return left.computeIfAbsent(judge.fingerprint(tally), name -> new int[cycles]);
  }

  /** Whether each cycle except the first has lost a resource or left one open. */
  private static boolean grow(int[] counts) {
    return Arrays.stream(counts).skip(1).allMatch(count -> count > 0);
  }

  private Map<String, Object> described(Finding finding, int[] counts, Scope last) {
    int each = Arrays.stream(counts).skip(1).min().orElse(0);
    Map<String, Object> leak = judge.described(finding, each, last);
    List<Object> evidence = new ArrayList<>();
    evidence.add(
        "cycles   "
            + Arrays.stream(counts).mapToObj(String::valueOf).collect(Collectors.joining(", ")));
    evidence.addAll((Collection<?>) leak.getOrDefault("evidence", List.of()));
    leak.put("evidence", evidence);
    leak.put("grows", true);
    return leak;
  }
}
