package io.ttalloc.points;

import io.ttalloc.points.Execution.Grain;
import io.ttalloc.points.RaceOutcomes.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs a race in every order of its threads, with a bounded number of preemptions, and checks that
 * a reader finds only what it could also find if each hook were one atomic step.
 *
 * <p>Several executions share a ledger, each with its own resources, and are judged together,
 * because reading takes longer than executing.
 */
final class Exploration {
  private static final int BATCH = 32;
  private static final int MAX_FAILURES = 20;
  private static final int TRIES = 10;
  private static final int UNLIMITED = Integer.MAX_VALUE;
  private static final long WATCHDOG_MILLIS = 30_000;

  /**
   * An execution that has not been checked yet.
   *
   * @param number the number of the cast, which is the set of resources of the execution
   */
  private record Played(int number, Turns turns) {}

  private final Product product;
  private final Path folder;
  private final Race race;
  private final Accesses accesses = new Accesses();
  private final Failures failures = new Failures();
  private final List<Played> batch = new ArrayList<>();
  private final RaceOutcomes verdicts = new RaceOutcomes();
  private @Nullable World world;
  private int inWorld;
  private int schedules;
  private int diverged;
  private int preemptions;
  private boolean isFull;

  Exploration(Product product, Path folder, Race race) {
    this.product = product;
    this.folder = folder;
    this.race = race;
  }

  Failures failures() {
    return failures;
  }

  /** Runs one execution according to a script. */
  void replay(String script) throws Exception {
    explore(Grain.HOOKS, UNLIMITED);
    end();
    judgeAlone(script, script);
  }

  /**
   * Runs all orders with at most {@code max} preemptions, or with more as long as that takes few
   * executions.
   *
   * @param few one more preemption is tried as long as fewer executions than this were needed
   */
  void explore(int max, int few) throws Exception {
    explore(Grain.HOOKS, UNLIMITED);
    preemptions = max - race.fewer();
    schedules = 0;
    int before;
    do {
      before = schedules;
      explore(Grain.ACCESSES, preemptions++);
      isFull = schedules == before;
    } while (schedules < few && !isFull && failures.count() < MAX_FAILURES);
    preemptions--;
    end();
  }

  private void explore(Grain grain, int preemptions) throws Exception {
    Choices choices = new Choices();
    schedules = 0;
    diverged = 0;
    while (failures.count() < MAX_FAILURES) {
      boolean whole = play(new Execution(choices, accesses, grain, null));
      schedules++;
      if (whole && (batch.size() == BATCH || inWorld == race.needs().schedules)) {
        judge(grain);
      }
      if (accesses.learn()) {
        schedules = 0;
        choices = new Choices();
      } else if (!choices.next(preemptions)) {
        break;
      }
    }
    judge(grain);
    diverged = choices.diverged();
  }

  /** Runs one execution; returns false if it did not end and cannot be checked. */
  private boolean play(Execution execution) throws Exception {
    World world = this.world;
    if (world == null || inWorld == race.needs().schedules) {
      end();
      world = new World(product, folder, race.needs() == Race.Needs.STACKS, new FileGrowth());
      this.world = world;
      inWorld = 0;
      if (race.name().startsWith(Races.COLLECTED)) {
        product.watchNoMore();
      }
    }
    int number = race.needs() == Race.Needs.NAMES ? inWorld : batch.size();
    inWorld++;
    world.play(number);
    race.prepare().in(world);
    World here = world;
    List<Runnable> before = new ArrayList<>();
    List<Runnable> acts = new ArrayList<>();
    for (int i = 0; i < race.acts().size(); i++) {
      Scenario.Step first = race.before().get(i);
      Scenario.Step act = race.acts().get(i);
      before.add(
          () -> {
            if (race.needs() == Race.Needs.SLOTS) {
              here.callAHook();
            } else {
              here.crowd.openAndCloseOne();
            }
            run(first, here);
          });
      acts.add(() -> run(act, here));
    }
    execution.run(before, acts, WATCHDOG_MILLIS);
    List<String> problems = HookCalls.takeProblems();
    if (problems.isEmpty()) {
      batch.add(new Played(number, execution.turns()));
      return true;
    }
    Turns turns = execution.turns();
    failures.add(nameOf(turns.toString(), turns.script()), problems);
    end();
    return false;
  }

  private static void run(Scenario.Step step, World world) {
    try {
      step.in(world);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private String nameOf(String turns, String script) {
    return turns + "\n    -Dttalloc.schedule=\"" + race + ":" + script + "\"";
  }

  private void end() throws Exception {
    batch.clear();
    World ended = world;
    world = null;
    if (ended != null) {
      ended.close();
    }
  }

  /** Checks the executions that have not been checked yet. */
  private void judge(Grain grain) throws Exception {
    World judged = world;
    if (judged == null || batch.isEmpty()) {
      return;
    }
    List<Played> played = List.copyOf(batch);
    batch.clear();
    Verdict verdict = verdicts.of(judged, played.stream().map(Played::number).toList(), grain);
    if (verdict.isRight()) {
      return;
    }
    end();
    boolean found = false;
    for (int i = 0; i < played.size(); i++) {
      List<String> problems = verdict.byCast().get(i);
      Turns turns = played.get(i).turns();
      if (!problems.isEmpty() && verdict.dropped() == 0) {
        failures.add(nameOf(turns.toString(), turns.script()), problems);
        found = true;
      } else if (!verdict.common().isEmpty() && grain == Grain.ACCESSES) {
        found |= judgeAlone(turns.toString(), turns.script());
      }
    }
    if (!found && verdict.dropped() == 0) {
      Turns last = played.get(played.size() - 1).turns();
      failures.add(
          "one of those up to " + nameOf(last.toString(), last.script()), verdict.common());
    }
  }

  /**
   * Repeats an execution with a separate ledger; returns true if the problem occurs again. Tries
   * again if the ledger did not grow in time, which may happen on a busy machine and is not a
   * failure.
   */
  private boolean judgeAlone(String turns, String script) throws Exception {
    Verdict verdict;
    int tries = 0;
    do {
      if (!play(new Execution(new Choices(), accesses, Grain.ACCESSES, new Script(script)))) {
        return true;
      }
      World alone = Objects.requireNonNull(world);
      verdict = verdicts.of(alone, List.of(batch.get(0).number()), Grain.ACCESSES);
      end();
    } while (verdict.dropped() != 0 && ++tries < TRIES);
    if (verdict.isRight()) {
      return false;
    }
    List<String> problems = new ArrayList<>(verdict.byCast().get(0));
    problems.addAll(verdict.common());
    failures.add(nameOf(turns, script), problems);
    return true;
  }

  @Override
  public String toString() {
    return String.format(
        "%s: %,d schedules with %s%s, %d outcomes of whole hooks",
        race,
        schedules,
        isFull ? "any preemptions" : preemptions + " preemptions",
        diverged == 0 ? "" : ", " + diverged + " diverged",
        verdicts.allowed());
  }
}
