package io.ttalloc.it.reliability.soak;

import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.reliability.Row;
import io.ttalloc.it.reliability.Trial;
import io.ttalloc.it.reliability.program.PrintedFacts;
import io.ttalloc.it.reliability.storm.Counts;
import io.ttalloc.it.reliability.storm.Storm;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.record.MisuseEntry;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@link SoakProgram} for a minute on each JDK, or for the number of minutes in {@code
 * -Dttalloc.soakMinutes}.
 */
@Variant
class SoakIT {
  private static final int MINUTES = Integer.getInteger("ttalloc.soakMinutes", 1);
  private static final int SHORT_SECONDS = 2;

  /** Heap growth, in bytes, that is treated as noise. */
  private static final long HEAP_TOLERANCE = 1 << 20;

  private static final long ONE_SEGMENT = 1 << 20;
  private static final String LITTER = "litter";
  private static final List<String> TYPES = List.of("cell", "box", "crate", "shelf", LITTER);
  private static final List<String> MISUSES =
      List.of("DOUBLE_CLOSE", "CLOSE_FAILED", "USE_AFTER_CLOSE");

  @TempDir private Path folder;

  @OneJdk
  void everythingAtOnceIsCountedExactly(Jdk jdk) throws Exception {
    soak(jdk, SHORT_SECONDS, false);
  }

  @EveryJdk
  @Reliability
  void everythingAtOnceIsCountedExactlyAndTakesNoMoreAndMore(Jdk jdk) throws Exception {
    soak(jdk, Duration.ofMinutes(MINUTES).toSeconds(), true);
  }

  private void soak(Jdk jdk, long seconds, boolean isLong) throws Exception {
    Storm storm = Storm.in(folder);
    JvmResult result =
        storm
            .on(jdk, SoakProgram.class, seconds)
            .jvmFlags("-Xmx128m")
            .timeLimit(Duration.ofSeconds(3 * seconds + 600))
            .run()
            .expectSuccess();
    PrintedFacts facts = PrintedFacts.in(result.out());
    LedgerImage ledger = storm.ledgers().readThoughHooksFailed();
    Counts counts = Counts.of(ledger);
    // The number of openings for which the file did not grow in time depends on the machine.
    long slow = ledger.losses().getOrDefault(Loss.GREW_TOO_SLOWLY, 0L);
    long opened = 0;
    long missing = 0;
    long unequal = 0;
    for (String type : TYPES) {
      opened += facts.get(type);
      missing += facts.get(type) - counts.opened(type);
      unequal += Math.abs(counts.opened(type) - ended(counts, type));
    }
    long lost = counts.lostWitnesses() + Math.max(0, missing - slow) + unequal;
    if (isLong) {
      Row.of(
              Trial.SOAK,
              jdk,
              String.format(
                  Locale.ROOT,
                  "%d minutes, %,d resources, %,d faults",
                  MINUTES,
                  opened,
                  facts.get("faults")),
              lost,
              ledger.dropped(),
              facts.get(PrintedFacts.MAX_NANOS),
              result.exitStatus())
          .write();
    }

    SoftAssertions softly = new SoftAssertions();
    for (String type : TYPES) {
      softly
          .assertThat(counts.opened(type))
          .as("%s opened", type)
          .isBetween(facts.get(type) - slow, facts.get(type));
      softly.assertThat(ended(counts, type)).as("%s ended", type).isEqualTo(counts.opened(type));
      softly.assertThat(counts.live(type)).as("%s open", type).isEmpty();
    }
    softly
        .assertThat(missing)
        .as(
            "missing openings, lost: %s, errors in hooks: %s, closes of unknown resources: %s",
            ledger.losses(), ledger.hookErrors(), ledger.unknownCloses())
        .isLessThanOrEqualTo(slow);
    for (String kind : MISUSES) {
      softly
          .assertThat(misuses(ledger, kind))
          .as(kind)
          .isBetween(facts.get(kind) - slow, facts.get(kind));
    }
    softly.assertThat(facts.get("dead")).as("workers that died: %s", result.err()).isZero();
    softly.assertThat(counts.lostWitnesses()).as("lost witnesses").isZero();
    softly.assertThat(facts.get("brokenClasses")).as(result.err()).isZero();
    softly.assertThat(result.err()).doesNotContain("switched itself off", "NoClassDefFoundError");
    if (isLong) {
      assertFlat(softly, SoakSamples.in(result.out()));
    }
    softly.assertAll();
  }

  /**
   * The number of resources that have ended as they should: litter by being collected, resources of
   * all other types by being closed.
   */
  private static long ended(Counts counts, String type) {
    return type.equals(LITTER) ? counts.collected(type) : counts.closed(type);
  }

  private static long misuses(LedgerImage ledger, String kind) {
    return ledger.misuse().stream()
        .filter(misuse -> misuse.kind().name().equals(kind))
        .filter(misuse -> misuse.type().name().equals("cell"))
        .mapToLong(MisuseEntry::count)
        .sum();
  }

  private static void assertFlat(SoftAssertions softly, List<List<Long>> samples) {
    softly
        .assertThat(samples.get(0))
        .as("samples")
        .hasSizeGreaterThanOrEqualTo(SoakSamples.MIN_SAMPLES);
    softly
        .assertThat(SoakSamples.growth(samples.get(0)))
        .as("growth of the heap in %s", samples.get(0))
        .isLessThan(HEAP_TOLERANCE);
    softly
        .assertThat(SoakSamples.growth(samples.get(1)))
        .as("growth of the ledger in %s", samples.get(1))
        .isLessThanOrEqualTo(ONE_SEGMENT);
    softly
        .assertThat(SoakSamples.growth(samples.get(2)))
        .as("growth of the descriptors in %s", samples.get(2))
        .isNotPositive();
    softly
        .assertThat(SoakSamples.growth(samples.get(3)))
        .as("growth of the threads in %s", samples.get(3))
        .isNotPositive();
  }
}
