package io.ttalloc.points;

import static org.assertj.core.api.Assertions.fail;

import io.ttalloc.testing.Reliability;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;

/**
 * Runs operations of two or three threads in every order of their accesses to shared memory, with
 * at most {@value #USUAL_PREEMPTIONS} preemption. A reader must then find a state that could also
 * result if the hooks were atomic steps that run in some order. Counters and slots must agree,
 * nothing may be left of a closed resource, there must be no deadlock, and no thread may spin until
 * another one makes progress, since the other thread may have been stopped.
 *
 * <p>{@link LongInterleavingsTest} allows one more preemption where there are few executions. The
 * longest form allows as many preemptions as the property {@code ttalloc.preemptions} specifies:
 *
 * <pre>
 * {@code mvn test -pl points -am -Dtest=InterleavingsTest -DexcludedGroups=none
 *     -Dttalloc.preemptions=3 -Dtest.timeout=1h}
 * </pre>
 *
 * <p>To replay an execution that failed, pass the name of the execution from the failure message:
 * {@code -Dttalloc.schedule="held(A,x) || held(B,x):0x57,1x23,0x80"}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InterleavingsTest {
  private static final int USUAL_PREEMPTIONS = 1;

  /** One more preemption is tried as long as fewer executions than this were needed. */
  private static final int FEW = 20;

  private static final int PREEMPTIONS =
      Integer.getInteger("ttalloc.preemptions", USUAL_PREEMPTIONS);
  private static final boolean TELLS = System.getProperty("ttalloc.preemptions") != null;
  private static final String REPLAY = System.getProperty("ttalloc.schedule", "");

  @TempDir Path folder;

  private Product product;
  private long startNanos;

  @BeforeAll
  void weave() {
    startNanos = System.nanoTime();
    product = WovenLoader.product(SharedAccessWeaver::of, ClassReader.EXPAND_FRAMES);
  }

  @AfterAll
  void end() {
    System.out.printf(
        "%s: %,d ms%n", getClass().getSimpleName(), (System.nanoTime() - startNanos) / 1_000_000);
  }

  /** The short races, or the race to replay. */
  static Stream<Race> races() {
    return Races.ALL.stream()
        .filter(race -> REPLAY.isEmpty() ? !race.isLong() : REPLAY.startsWith(race.name() + ":"));
  }

  static Stream<Race> longRaces() {
    return Races.ALL.stream().filter(Race::isLong);
  }

  /** One more preemption is tried as long as fewer executions than this were needed. */
  int few() {
    return FEW;
  }

  @ParameterizedTest
  @MethodSource("races")
  void isAsIfHooksWereSteps(Race race) throws Exception {
    play(race);
  }

  @Reliability
  @ParameterizedTest
  @MethodSource("longRaces")
  void isSoIfTheExecutionsAreManyOrLong(Race race) throws Exception {
    play(race);
  }

  private void play(Race race) throws Exception {
    Path place = SharedMemory.folder(folder);
    try {
      Exploration exploration = new Exploration(product, place, race);
      long start = System.nanoTime();
      if (REPLAY.isEmpty()) {
        exploration.explore(PREEMPTIONS, few());
      } else {
        exploration.replay(REPLAY.substring(race.name().length() + 1));
      }
      if (TELLS) {
        System.out.printf(
            "%s, %,d ms, %d failed%n",
            exploration, (System.nanoTime() - start) / 1_000_000, exploration.failures().count());
      }
      if (exploration.failures().count() > 0) {
        fail(exploration + ":" + exploration.failures());
      }
    } finally {
      SharedMemory.delete(place);
    }
  }
}
