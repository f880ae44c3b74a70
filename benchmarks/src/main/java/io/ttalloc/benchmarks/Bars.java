package io.ttalloc.benchmarks;

import io.ttalloc.benchmarks.paper.Bar;
import io.ttalloc.benchmarks.paper.Estimate;
import io.ttalloc.benchmarks.paper.HookTable;
import io.ttalloc.benchmarks.paper.ProcessFigure;
import java.util.ArrayList;
import java.util.List;

/** Compares the measured values with the bars, which are the limits that tt-alloc sets itself. */
final class Bars {
  private static final String THROWABLE = "THROWABLE";
  private static final String PLAIN = "PLAIN";
  private static final String NO_STACK = "PLAIN_NO_STACK";
  private static final String NETTY = "NETTY";
  private static final String ARROW = "ARROW";
  private static final int MIDDLE = 24;

  private final HookTable hooks;
  private final List<ProcessFigure> process;
  private final List<Bar> bars = new ArrayList<>();

  private Bars(HookTable hooks, List<ProcessFigure> process) {
    this.hooks = hooks;
    this.process = process;
  }

  /** Returns the bars for all measured values. */
  static List<Bar> of(HookTable hooks, List<ProcessFigure> process) {
    Bars bars = new Bars(hooks, process);
    bars.ofProcess();
    List<Bar> ofProcess = List.copyOf(bars.bars);
    bars.bars.clear();
    bars.first();
    bars.ofHooks();
    bars.ofFiles();
    List<Bar> all = new ArrayList<>(ofProcess);
    bars.bars.forEach(bar -> all.add(bar.on(hooks.measured())));
    return all;
  }

  private void first() {
    atMost("first bar: open + close, full stack, relative to a bare Throwable", 1.3, MIDDLE, 1);
    atMostNanos("first bar: open + close, no stack", 200, MIDDLE, 1);
  }

  private void ofHooks() {
    for (int depth : hooks.depths()) {
      atMost("open + close, full stack, relative to a bare Throwable", 1.15, depth, 1);
    }
    for (int depth : hooks.depths()) {
      atMost("open + close, full stack, relative to a bare Throwable", 1.3, depth, 2);
    }
    for (int depth : hooks.depths()) {
      atMostNanos("open + close, no stack", 100, depth, 1);
    }
    for (int depth : hooks.depths()) {
      atMostNanos("open + close, no stack", 130, depth, 2);
    }
    for (int depth : hooks.depths()) {
      hooks
          .ratio(PLAIN, NETTY, depth, 1)
          .ifPresent(
              r ->
                  bars.add(
                      Bar.atMost(
                          "full stack relative to Netty at PARANOID, depth " + depth,
                          1,
                          r.times(),
                          "x")));
    }
    for (int depth : hooks.depths()) {
      hooks
          .ratio(ARROW, PLAIN, depth, 1)
          .ifPresent(
              r ->
                  bars.add(
                      Bar.atLeast(
                              "Arrow's debug allocator relative to full stack, depth " + depth,
                              20,
                              r.times(),
                              "x")
                          .because("see the full stack relative to a bare Throwable")));
    }
  }

  /**
   * Returns the reason for a missed bar: the cost of a hook without the stack, which a faster stack
   * walk could not reduce.
   */
  private String ofHookItself(int depth, int threads) {
    return hooks
        .figure(NO_STACK, depth, threads)
        .map(f -> "%.0f ns of it is the hooks without a stack".formatted(f.nanos().value()))
        .orElse("");
  }

  private String ofThrowable(int depth) {
    return hooks
        .figure(THROWABLE, depth, 1)
        .map(f -> "a bare Throwable is %.0f ns of it".formatted(f.nanos().value()))
        .orElse("");
  }

  private void ofFiles() {
    hooks
        .over("FILE_TRACKED", "FILE", MIDDLE)
        .ifPresent(
            more ->
                bars.add(
                    Bar.atMost(
                            at("a file: open + close, tracked minus untracked", MIDDLE, 1),
                            1_500,
                            more,
                            "ns")
                        .because(ofThrowable(MIDDLE))));
  }

  private void atMost(String what, double limit, int depth, int threads) {
    hooks
        .ratio(PLAIN, THROWABLE, depth, threads)
        .ifPresent(
            r ->
                bars.add(
                    Bar.atMost(at(what, depth, threads), limit, r.times(), "x")
                        .because(ofHookItself(depth, threads))));
  }

  private void atMostNanos(String what, double limit, int depth, int threads) {
    hooks
        .figure(NO_STACK, depth, threads)
        .ifPresent(
            f ->
                bars.add(
                    Bar.atMost(at(what, depth, threads), limit, f.nanos(), "ns")
                        .because("29 % of it is two readings of the clock (decision 71)")));
  }

  private static String at(String what, int depth, int threads) {
    return "%s, depth %d, %s".formatted(what, depth, threads == 1 ? "one thread" : "two threads");
  }

  private void ofProcess() {
    atMost("hello.off", 1.2, ofAnyAgent());
    atMost("hello.nothingMatches", 2);
    atMost("hello.warm", 6);
    atMost("hello.warm.cpu", 9);
    atMost("hello.cold.cpu", 15, "nothing has been woven before");
    atMost("leaks.warm", 5);
    atMost("leaks.warm.cpu", 8);
    atMost("classes.warm.cpu", 1.3);
    atMost("classes.warm.memory", 60);
    atMost("classes.warm.pauses", 1.5);
    atMost("signal.warm", 8);
    atMost("service.cpu", 1.05);
    atMost("service.firstResponse", 1.3);
    atMost("outside.hello.warm", 24);
    atMost("outside.hello.cold", 24);
    atMost("outside.leaks", 24);
    atMost("web.warm", 1.15);
    atMost("memory.1M", 128);
    atMost("memory.10M", 128);
    atMost("memory.1M.wideReferences", 152, "a reference takes 8 bytes instead of 4");
    atMost("collectionRatio.10M", 2.2, "each resource has a reference (decision 72)");
    process.stream()
        .filter(f -> f.name().equals("dump.1M"))
        .forEach(f -> bars.add(Bar.atMost(f.what(), 1, seconds(f.value()), "s").on(f.measured())));
    process.stream()
        .filter(f -> f.name().equals("dumpHtml.1M"))
        .forEach(f -> bars.add(Bar.atMost(f.what(), 3, seconds(f.value()), "s").on(f.measured())));
    atMost("dumpHtmlBytes.1M", 5);
    atMost("serve.cpu", 10);
    atMost("serve.memory", 300);
    atMost("ledgers.cpu", 10);
    atMost("ledgers.memory", 300);
    atMost("top.cost", 1);
  }

  /** Returns the reason for a missed bar: the part of the cost that any agent would cause. */
  private String ofAnyAgent() {
    return process.stream()
        .filter(f -> f.name().equals("hello.emptyAgent"))
        .map(f -> "%.2f x is what any agent costs".formatted(f.value().value()))
        .findFirst()
        .orElse("");
  }

  private static Estimate seconds(Estimate millis) {
    return millis.per(1000);
  }

  private void atMost(String name, double limit) {
    atMost(name, limit, "");
  }

  /** Adds a bar for this JDK and one for each other JDK that was measured. */
  private void atMost(String name, double limit, String reason) {
    process.stream()
        .filter(f -> f.name().equals(name) || f.name().startsWith(name + OtherJdk.SUFFIX))
        .forEach(
            f ->
                bars.add(
                    Bar.atMost(f.what(), limit, f.value(), f.unit())
                        .on(f.measured())
                        .because(reason)));
  }
}
