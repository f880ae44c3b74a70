package io.ttalloc.points;

import static org.assertj.core.api.Assertions.fail;

import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Injects an error at each point of each operation of the probe: the heap is full for one
 * allocation or until the hook returns, or the stack overflows at a given depth. Wherever the error
 * occurs, the ledger stays intact, no resource except the one being opened is lost or left over, no
 * hook waits forever, and all later operations of the application are recorded exactly.
 *
 * <p>By default about {@value #SAMPLE} points of each kind are sampled evenly, and about 160
 * operations follow each error; {@link LongErrorInjectionTest} samples more. The longest form tests
 * every point, and runs 1,000 operations after each error:
 *
 * <pre>
 * {@code mvn test -pl points -am -Dtest=ErrorInjectionTest -Dttalloc.points=all -Dtest.timeout=1h}
 * </pre>
 *
 * <p>To replay a point that failed, pass the name of the point from the failure message: {@code
 * -Dttalloc.point="open/plain:OUT_OF_MEMORY:7:0"}.
 */
@Variant
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErrorInjectionTest {
  private static final int SAMPLE = 4;
  private static final int OPERATIONS = 160;
  private static final int ALL_OPERATIONS = 1000;

  private static final boolean ALL = "all".equals(System.getProperty("ttalloc.points"));
  private static final boolean TELLS = System.getProperty("ttalloc.points") != null;
  private static final String REPLAY = System.getProperty("ttalloc.point", "");

  @TempDir Path folder;

  private Product product;
  private int runs;
  private long startNanos;

  @BeforeAll
  void weave() {
    startNanos = System.nanoTime();
    product = WovenLoader.product(ErrorPointWeaver::of, 0);
  }

  @AfterAll
  void end() {
    long millis = (System.nanoTime() - startNanos) / 1_000_000;
    System.out.printf(
        "%s: %,d runs in %,d ms, %,d a second%n",
        getClass().getSimpleName(), runs, millis, runs * 1000L / Math.max(1, millis));
  }

  static Stream<Scenario> scenarios() {
    return Scenarios.ALL.stream()
        .filter(scenario -> REPLAY.isEmpty() || (REPLAY + ":").startsWith(scenario.name() + ":"));
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void survives(Scenario scenario) throws Exception {
    Path place = SharedMemory.folder(folder);
    try (TestThreads threads = new TestThreads()) {
      FaultTrial trial =
          new FaultTrial(product, place, threads, ALL ? ALL_OPERATIONS : OPERATIONS, scenario);
      FaultTrial.Reference reference = threads.onFaulty(trial::reference);
      Failures failures = new Failures();
      int before = runs;
      for (InjectedFault fault : InjectedFault.values()) {
        if (fault != InjectedFault.NONE) {
          tryAll(threads, trial, reference, scenario, fault, failures);
        }
      }
      if (TELLS) {
        System.out.printf(
            "%s: %s, %d hooks; %d runs, %d failed%n",
            scenario, reference.count(), reference.hooks(), runs - before, failures.count());
      }
      if (failures.count() > 0) {
        fail(failures.count() + " of " + (runs - before) + " runs failed:" + failures);
      }
    } finally {
      SharedMemory.delete(place);
    }
  }

  private void tryAll(
      TestThreads threads,
      FaultTrial trial,
      FaultTrial.Reference reference,
      Scenario scenario,
      InjectedFault fault,
      Failures failures)
      throws Exception {
    int max =
        switch (fault) {
          case NONE -> 0;
          case OUT_OF_MEMORY_ONCE, OUT_OF_MEMORY -> reference.count().allocations();
          case STACK_OVERFLOW, STACK_OVERFLOW_IN_JDK -> reference.count().deepest();
        };
    boolean byHook =
        fault == InjectedFault.STACK_OVERFLOW || fault == InjectedFault.STACK_OVERFLOW_IN_JDK;
    for (int hook = 0; hook <= (byHook && reference.hooks() > 1 ? reference.hooks() : 0); hook++) {
      for (int at : chosen(max)) {
        String name = scenario + ":" + fault + ":" + at + ":" + hook;
        if (!REPLAY.isEmpty() && !(name + ":").startsWith(REPLAY + ":")) {
          continue;
        }
        int inHook = hook;
        FaultTrial.Outcome outcome =
            threads.onFaulty(() -> trial.run(reference, fault, at, inHook));
        runs++;
        if (!outcome.problems().isEmpty()) {
          String where = (byHook ? " at depth " : " at point ") + at + " of " + max;
          String replay = "\n    at " + outcome.error() + "\n    -Dttalloc.point=\"" + name + "\"";
          failures.add(fault.label + where + replay, outcome.problems());
        }
      }
    }
  }

  /** The number of points of each kind that are sampled. */
  int sample() {
    return SAMPLE;
  }

  /** The points to test: all from 1 to {@code max}, or an even sample of them. */
  private int[] chosen(int max) {
    if (ALL || !REPLAY.isEmpty() || max <= sample()) {
      return IntStream.rangeClosed(1, max).toArray();
    }
    int count = sample();
    return IntStream.range(0, count).map(i -> 1 + (int) ((long) i * max / count)).toArray();
  }
}
