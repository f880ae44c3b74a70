package io.ttalloc.points;

import io.ttalloc.points.ErrorPoints.Count;
import io.ttalloc.points.Reading.Facts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs a scenario with an error at one point: prepares a new ledger, injects the error, continues
 * for a while, closes everything, and compares the ledger with the ledgers of runs without an
 * error. Runs on the thread in which the error occurs.
 */
final class FaultTrial {
  private static final int TRIES = 3;

  private final Product product;
  private final Path folder;
  private final TestThreads threads;
  private final int operations;
  private final Scenario scenario;
  private final FileGrowth growth = new FileGrowth();

  /**
   * @param threads the thread in which the error occurs, and another one for operations that need a
   *     second thread
   * @param operations the number of operations after the error
   */
  FaultTrial(Product product, Path folder, TestThreads threads, int operations, Scenario scenario) {
    this.product = product;
    this.folder = folder;
    this.threads = threads;
    this.operations = operations;
    this.scenario = scenario;
  }

  /**
   * The results without an error.
   *
   * @param before the facts before the operation
   * @param after the facts after the whole operation, then, for each hook of the operation, the
   *     facts after the operation without that hook
   */
  record Reference(
      Count count, int hooks, Map<String, Facts> before, List<Map<String, Facts>> after) {}

  /**
   * The result of a run.
   *
   * @param error the place and stack where the error was thrown; null if the operation never
   *     reached that point
   * @param dropped whether an opening was not recorded
   */
  record Outcome(@Nullable String error, List<String> problems, boolean dropped) {}

  Reference reference() throws Exception {
    if (scenario.name().startsWith(Scenarios.GROWTH)) {
      try (World world = world()) {
        prepare(world);
      }
    }
    Map<String, Facts> before = new HashMap<>();
    List<Map<String, Facts>> after = new ArrayList<>();
    int hooks = 1;
    Count count = Count.NONE;
    int tries = 0;
    for (int skipped = 0; skipped <= hooks; skipped++) {
      try (World world = world()) {
        prepare(world);
        before.putAll(facts(world.read(), world));
        ErrorPoints.arm(InjectedFault.NONE, 0, 0);
        HookCalls.count(skipped);
        scenario.act().in(world);
        int counted = HookCalls.counted();
        Reading reading = world.read();
        if (reading.dropped() != 0 && tries++ < TRIES) {
          skipped--;
          continue;
        }
        if (skipped == 0) {
          hooks = counted;
          count = ErrorPoints.count();
        }
        after.add(facts(reading, world));
      }
    }
    List<String> problems = HookCalls.takeProblems();
    if (!problems.isEmpty()) {
      throw new AssertionError(scenario + " fails without an error: " + problems);
    }
    return new Reference(count, hooks, before, after);
  }

  private World world() throws Exception {
    return new World(product, folder, scenario.stacks(), growth);
  }

  private void prepare(World world) throws Exception {
    if (scenario.onFirstHook()) {
      threads
          .other()
          .submit(
              () -> {
                scenario.prepare().in(world);
                return null;
              })
          .get();
    } else {
      scenario.prepare().in(world);
    }
  }

  private static Map<String, Facts> facts(Reading reading, World world) {
    Map<String, Facts> facts = new HashMap<>();
    for (String role : world.roles()) {
      List<Facts> found = reading.of(role);
      if (found.size() > 1) {
        throw new AssertionError("there are " + found.size() + " of " + role);
      }
      if (!found.isEmpty()) {
        facts.put(role, found.get(0));
      }
    }
    return facts;
  }

  /**
   * Runs the scenario with an error. Repeats a run that failed because the ledger did not grow in
   * time, which may happen on a busy machine.
   *
   * @param hook the number of the only hook in which the error may occur; 0 = any
   */
  Outcome run(Reference reference, InjectedFault fault, int at, int hook) throws Exception {
    Outcome outcome = runOnce(reference, fault, at, hook);
    for (int i = 0; i < TRIES && outcome.dropped() && !outcome.problems().isEmpty(); i++) {
      outcome = runOnce(reference, fault, at, hook);
    }
    return outcome;
  }

  /** Returns a prepared world. Prepares another one if the ledger did not grow in time. */
  private World prepared() throws Exception {
    for (int i = 0; ; i++) {
      World world = world();
      try {
        prepare(world);
        return world;
      } catch (IllegalStateException e) {
        boolean dropped = world.read().dropped() != 0;
        world.close();
        if (!dropped || i == TRIES) {
          throw e;
        }
      }
    }
  }

  private Outcome runOnce(Reference reference, InjectedFault fault, int at, int hook)
      throws Exception {
    try (World world = prepared()) {
      ErrorPoints.arm(fault, at, hook);
      HookCalls.count(0);
      scenario.act().in(world);
      int unused = HookCalls.counted();
      String error = ErrorPoints.error();
      List<String> problems = new ArrayList<>();
      boolean dropped = false;
      if (error != null) {
        dropped =
            new Aftermath(world, reference, threads.other(), scenario, problems).check(operations);
      }
      problems.addAll(0, HookCalls.takeProblems());
      return new Outcome(error, problems, dropped);
    }
  }
}
