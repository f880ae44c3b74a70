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
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.MisuseEntry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A minute on each JDK, or as many as {@code -Dttalloc.soakMinutes} says. */
class SoakIT {
  private static final int MINUTES = Integer.getInteger("ttalloc.soakMinutes", 1);
  private static final int SHORT_SECONDS = 4;

  /** What every process may need more of now and then. */
  private static final long HEAP_TOLERANCE = 1 << 20;

  private static final long ONE_SEGMENT = 1 << 20;
  private static final List<String> CLOSED_TYPES = List.of("cell", "box", "crate", "shelf");
  private static final List<String> MISUSES =
      List.of("DOUBLE_CLOSE", "CLOSE_FAILED", "USE_AFTER_CLOSE");

  @TempDir private Path folder;

  @OneJdk
  void everythingAtOnceIsCountedExactly(Jdk jdk) throws Exception {
    soak(jdk, SHORT_SECONDS, false);
  }

  @EveryJdk
  @Tag(Storm.LONG)
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
    long lost = counts.lostWitnesses() + Math.abs(facts.get("litter") - counts.opened("litter"));
    long opened = facts.get("litter");
    for (String type : CLOSED_TYPES) {
      opened += facts.get(type);
      lost += Math.abs(facts.get(type) - counts.opened(type));
      lost += Math.abs(counts.opened(type) - counts.closed(type));
    }
    if (isLong) {
      Row.of(
              Trial.SOAK,
              jdk,
              "%d minutes, %,d resources, %,d faults"
                  .formatted(MINUTES, opened, facts.get("faults")),
              lost,
              ledger.dropped(),
              facts.get(PrintedFacts.LONGEST_NANOS),
              result.exitStatus())
          .write();
    }

    SoftAssertions softly = new SoftAssertions();
    for (String type : CLOSED_TYPES) {
      softly.assertThat(counts.opened(type)).as("%s opened", type).isEqualTo(facts.get(type));
      softly.assertThat(counts.closed(type)).as("%s closed", type).isEqualTo(facts.get(type));
      softly.assertThat(counts.live(type)).as("%s open", type).isEmpty();
    }
    softly.assertThat(counts.opened("litter")).as("litter").isEqualTo(facts.get("litter"));
    softly.assertThat(counts.collected("litter")).as("lost").isEqualTo(facts.get("litter"));
    for (String kind : MISUSES) {
      softly.assertThat(misuses(ledger, kind)).as(kind).isEqualTo(facts.get(kind));
    }
    softly.assertThat(counts.lostWitnesses()).as("lost witnesses").isZero();
    softly.assertThat(facts.get("brokenClasses")).as(result.err()).isZero();
    softly.assertThat(result.err()).doesNotContain("switched itself off", "NoClassDefFoundError");
    if (isLong) {
      assertFlat(softly, SoakSamples.in(result.out()));
    }
    softly.assertAll();
  }

  private static long misuses(LedgerImage ledger, String kind) {
    return ledger.misuse().stream()
        .filter(misuse -> misuse.kind().name().equals(kind))
        .filter(misuse -> misuse.type().name().equals("cell"))
        .mapToLong(MisuseEntry::count)
        .sum();
  }

  private static void assertFlat(SoftAssertions softly, List<List<Long>> samples) {
    softly.assertThat(samples.get(0)).as("samples").hasSizeGreaterThanOrEqualTo(SoakSamples.LEAST);
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
