package io.ttalloc.it.packs;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Effort;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.packs.ways.Way;
import io.ttalloc.it.packs.ways.WayFinder;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the open resources of the packs jdk-files and jdk-net with the descriptors that the
 * kernel lists. Runs a few programs, or 100 for each JDK in the profile {@code reliability}; {@code
 * -Dttalloc.programs} sets this number. {@code -Dttalloc.seed} repeats an earlier run.
 */
class DescriptorsIT {
  private static final int FEW = 4;
  private static final int MANY = Integer.getInteger("ttalloc.programs", Effort.of(100));
  private static final WayFinder WAYS =
      new WayFinder(
          Stream.of("jdk-files", "jdk-net")
              .flatMap(pack -> Packs.byName(pack).ways(Integer.MAX_VALUE).stream())
              .toList());
  private static final long SEED = Long.getLong("ttalloc.seed", System.nanoTime());

  @TempDir private Path folder;

  @Variant
  @EveryJdk
  void whatIsOpenIsWhatTheKernelHas(Jdk jdk) throws Exception {
    compare(jdk, FEW);
  }

  @EveryJdk
  @Reliability
  void whatIsOpenIsWhatTheKernelHasInManyPrograms(Jdk jdk) throws Exception {
    compare(jdk, MANY);
  }

  private void compare(Jdk jdk, int programs) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdk-files,jdk-net");
    Path places = Files.createDirectory(tracked.file("places")).toRealPath();
    try (RunningJvm running =
        tracked
            .on(jdk)
            .main(
                RandomOpener.class,
                places.toString(),
                Long.toString(SEED),
                Integer.toString(programs))
            .start()) {
      long seen = 0;
      for (int point = 1; point <= programs * RandomOpener.POINTS; point++) {
        Path written = places.resolve("point" + point);
        await(running, written);
        seen += compareAt(written, tracked, "point %d, seed %d".formatted(point, SEED));
        Files.delete(written);
      }
      assertThat(seen).as("descriptors compared").isGreaterThan(10L * programs);
      running.awaitEnd().expectSuccess();
    }
    assertThat(tracked.json().findings()).noneMatch(finding -> finding.get("leak").getAsBoolean());
    assertThat(tracked.json().misuse()).isEmpty();
  }

  private static void await(RunningJvm running, Path file) throws InterruptedException {
    Await.until(() -> Files.exists(file) || !running.isAlive());
    if (!Files.exists(file)) {
      throw new AssertionError("the program has ended: " + running.awaitEnd());
    }
  }

  /**
   * Compares what the program, the kernel and the ledger list as open, and returns the number of
   * descriptors.
   */
  private static int compareAt(Path written, TrackedRun tracked, String where) throws IOException {
    List<String> opened = new ArrayList<>();
    List<String> descriptors = new ArrayList<>();
    for (String line : Files.readAllLines(written)) {
      String said = line.substring(line.indexOf('\t') + 1);
      (line.startsWith("open") ? opened : descriptors).add(said);
    }
    List<SlotEntry> live = new ArrayList<>();
    LedgerImage ledger = tracked.ledgers().read();
    ledger.forEachSlot(live::add);
    live.removeIf(slot -> slot.infrastructure() || slot.state() != SlotState.OPEN);
    // A process itself has no descriptor; only its streams do.
    live.removeIf(slot -> type(slot).equals("process"));

    assertThat(live.stream().map(DescriptorsIT::account))
        .as("by opener, %s", where)
        .containsExactlyInAnyOrderElementsOf(opened);
    assertThat(Descriptors.expected(live.stream().map(DescriptorsIT::type).toList()))
        .as("without a path, %s", where)
        .isEqualTo(Descriptors.counted(descriptors));
    assertThat(live.stream().filter(DescriptorsIT::hasPath).map(DescriptorsIT::label).distinct())
        .as("paths, %s", where)
        .containsExactlyInAnyOrderElementsOf(
            Descriptors.paths(descriptors, tracked.ledgers().path().toString()));
    return descriptors.size();
  }

  /** The opener, the type and the path, in the format that the program writes. */
  private static String account(SlotEntry slot) {
    String opener = "unknown";
    for (Frame frame : slot.tally().stack()) {
      Way way = WAYS.find(frame.className(), frame.method(), frame.line());
      if (way != null) {
        opener = way.facts().code();
      }
    }
    boolean named = !Descriptors.areWithoutPath(type(slot));
    return opener + "\t" + type(slot) + "\t" + (named ? label(slot) : "");
  }

  private static String type(SlotEntry slot) {
    return slot.tally().type().name();
  }

  private static String label(SlotEntry slot) {
    String label = slot.label();
    return label == null ? "" : label;
  }

  /** Whether the resource has a descriptor with a path; a mapping has none. */
  private static boolean hasPath(SlotEntry slot) {
    return !type(slot).equals("mapped buffer") && !Descriptors.areWithoutPath(type(slot));
  }
}
