package io.ttalloc.it.reliability.bounded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Effort;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.reliability.program.PrintedFacts;
import io.ttalloc.it.reliability.program.Things;
import io.ttalloc.ledger.LedgerLayout;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every load with a heap of 64 MB; the program itself needs almost no heap. */
@Variant
class BoundedMemoryIT {
  /**
   * The number of operations on the JDK of the build; the profile {@code reliability} also runs
   * {@link #LONG}.
   */
  private static final int SHORT = 120_000;

  /** The number of operations on the other JDKs. */
  private static final int MIDDLE = 300_000;

  private static final int LONG = Effort.of(10_000_000);

  /** The maximum heap in use, half of the heap, once everything opened is unreachable. */
  private static final long MAX_HEAP_BYTES = 32L << 20;

  /** The number of dropped resources that keep a slot as examples, for each type and stack. */
  private static final int LOST_KEPT = 256;

  /** Not a speed requirement: only a program that never ends exceeds it. */
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @TempDir private Path folder;

  /** The loads; on the JDK of the build, without those that {@link Load#NAMES} includes. */
  static Stream<Arguments> loadsOnOneJdk() {
    return Jdks.one().stream()
        .flatMap(
            jdk ->
                Arrays.stream(Load.values())
                    .filter(load -> !isOfThisBuild(jdk) || !load.isPartOfNames())
                    .map(load -> Arguments.of(load, jdk)));
  }

  private static boolean isOfThisBuild(Jdk jdk) {
    return jdk.major() == Jdks.ofThisBuild().major();
  }

  @Tag(OneJdk.TAG)
  @ParameterizedTest(name = "{0} on {1}", allowZeroInvocations = true)
  @MethodSource("loadsOnOneJdk")
  @Execution(ExecutionMode.CONCURRENT)
  void aSmallHeapAndASmallLedgerAreEnough(Load load, Jdk jdk) throws Exception {
    run(load, jdk, isOfThisBuild(jdk) ? SHORT : MIDDLE);
  }

  @Reliability
  @ParameterizedTest
  @EnumSource
  @Execution(ExecutionMode.CONCURRENT)
  void aSmallHeapAndASmallLedgerAreEnoughForTenMillions(Load load) throws Exception {
    run(load, Jdks.ofThisBuild(), LONG);
  }

  private void run(Load load, Jdk jdk, int operations) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(Things.RULES);
    tracked.ledgers().keepAll();
    JvmResult result =
        tracked
            .on(jdk)
            .main(Endless.class, load.name(), Integer.toString(operations))
            // A single-threaded collector, because two of these programs run at a time.
            .jvmFlags("-Xmx64m", "-XX:+UseSerialGC")
            .timeLimit(LIMIT)
            .run()
            .expectSuccess();
    String where = "of %s on %s".formatted(load, jdk);
    if (load.isReported()) {
      assertThat(result.err())
          .as(where)
          .doesNotContain("switched itself off", "OutOfMemoryError", "failed");
    } else {
      assertThat(result.err().lines())
          .as(where)
          .singleElement(STRING)
          .startsWith("tt-alloc: the dump at exit failed (java.lang.OutOfMemoryError")
          .contains("the ledger is kept");
    }
    PrintedFacts facts = PrintedFacts.in(result.out());
    Path file = tracked.ledgers().ledgers().get(0);
    assertThat(usedBytes(file)).as("ledger %s", where).isLessThanOrEqualTo(load.maxUsedBytes());
    assertThat(facts.get("heapBytes")).as("heap %s", where).isLessThanOrEqualTo(MAX_HEAP_BYTES);
    LedgerImage ledger = tracked.ledgers().read();
    // Slow growth is the only kind of loss that depends on the machine's speed.
    assertThat(ledger.losses().keySet()).as(where).isSubsetOf(Set.of(Loss.GREW_TOO_SLOWLY));
    if (ledger.dropped() > 0) {
      return;
    }
    assertThat(sum(ledger, TallyEntry::opened))
        .as("opened %s", where)
        .isEqualTo(facts.get("opened"));
    assertThat(sum(ledger, TallyEntry::closed))
        .as("closed %s", where)
        .isEqualTo(facts.get("closed"));
    assertThat(sum(ledger, tally -> tally.losses().collected()))
        .as("collected %s", where)
        .isEqualTo(facts.get("opened") - facts.get("closed"));
    List<SlotEntry> slots = new ArrayList<>();
    ledger.forEachSlot(slots::add);
    assertThat(slots).as("open %s", where).noneMatch(slot -> slot.state() == SlotState.OPEN);
    assertThat(slots.size()).as("slots %s", where).isLessThanOrEqualTo(LOST_KEPT);
    Files.delete(file);
  }

  /**
   * The size of the segments in use. How many more segments are prepared in advance depends on the
   * machine's speed.
   */
  private static long usedBytes(Path ledger) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(ledger.toFile(), "r")) {
      long used = LedgerLayout.SEGMENT_BYTES;
      for (long at = used; at < file.length(); at += LedgerLayout.SEGMENT_BYTES) {
        file.seek(at + LedgerLayout.SEGMENT_KIND);
        used += file.readInt() == 0 ? 0 : LedgerLayout.SEGMENT_BYTES;
      }
      return used;
    }
  }

  private static long sum(LedgerImage ledger, ToLongFunction<TallyEntry> number) {
    return ledger.tallies().values().stream().mapToLong(number).sum();
  }
}
