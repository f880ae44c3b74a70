package io.ttalloc.it.packs;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * The open set of the pack jdk-files against the kernel's: three programs, and 1,000 for each JDK
 * in the profile {@code reliability}, or as many as {@code -Dttalloc.programs} says; {@code
 * -Dttalloc.seed} repeats an earlier run.
 */
class DescriptorsIT {
  private static final int FEW = 3;
  private static final int MANY = Integer.getInteger("ttalloc.programs", 1_000);
  private static final long SEED = Long.getLong("ttalloc.seed", System.nanoTime());

  /** No claim about speed: only a program that does not go on exceeds it. */
  private static final long PATIENCE_NANOS = 600_000_000_000L;

  private static final String MAPPED = "mapped buffer";
  private static final String STREAM = "process stream";
  private static final String WATCH = "watch service";

  /** Devices, and what the JVM itself reads of the system now and then. */
  private static final List<String> SYSTEM = List.of("/dev/", "/proc/", "/sys/");

  @TempDir private Path folder;

  @EveryJdk
  void whatIsOpenIsWhatTheKernelHas(Jdk jdk) throws Exception {
    compare(jdk, FEW);
  }

  @EveryJdk
  @Tag("reliability")
  void whatIsOpenIsWhatTheKernelHasInManyPrograms(Jdk jdk) throws Exception {
    compare(jdk, MANY);
  }

  private void compare(Jdk jdk, int programs) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdk-files");
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
    long start = System.nanoTime();
    while (!Files.exists(file)) {
      if (!running.isAlive()) {
        throw new AssertionError("the program has ended: " + running.awaitEnd());
      }
      assertThat(System.nanoTime() - start).as("waiting time").isLessThan(PATIENCE_NANOS);
      LockSupport.parkNanos(100_000);
    }
  }

  /** Compares the three accounts; how many descriptors there were. */
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

    assertThat(live.stream().map(DescriptorsIT::account))
        .as("by opener, %s", where)
        .containsExactlyInAnyOrderElementsOf(opened);
    assertThat(count(live, STREAM))
        .as("pipes, %s", where)
        .isEqualTo(starting(descriptors, "pipe:"));
    assertThat(count(live, WATCH))
        .as("watches, %s", where)
        .isEqualTo(starting(descriptors, "anon_inode:inotify"));
    assertThat(paths(live)).as("paths, %s", where).isEqualTo(paths(descriptors, tracked));
    return descriptors.size();
  }

  /** The opener and the label, as the program writes them. */
  private static String account(SlotEntry slot) {
    String opener = "nobody";
    for (Frame frame : slot.tally().stack()) {
      if (frame.method().equals("open") && frame.className().contains("Way$")) {
        opener = frame.className();
      }
    }
    return opener + "\t" + label(slot);
  }

  private static String label(SlotEntry slot) {
    SlotEntry.Extension extension = slot.extension();
    String label = extension == null ? null : extension.label();
    return label == null ? "" : label;
  }

  private static long count(List<SlotEntry> live, String type) {
    return live.stream().filter(slot -> slot.tally().type().name().equals(type)).count();
  }

  private static long starting(List<String> descriptors, String beginning) {
    return descriptors.stream().filter(target -> target.startsWith(beginning)).count();
  }

  private static Set<String> paths(List<SlotEntry> live) {
    Set<String> paths = new TreeSet<>();
    for (SlotEntry slot : live) {
      if (!slot.tally().type().name().equals(MAPPED) && !label(slot).isEmpty()) {
        paths.add(label(slot));
      }
    }
    return paths;
  }

  /** Files and folders but those of the ledger and of the system. */
  private static Set<String> paths(List<String> descriptors, TrackedRun tracked) {
    String ledgers = tracked.ledgers().path().toString();
    Set<String> paths = new TreeSet<>();
    for (String target : descriptors) {
      if (target.startsWith("/")
          && !target.startsWith(ledgers)
          && SYSTEM.stream().noneMatch(target::startsWith)) {
        paths.add(target.replace(" (deleted)", ""));
      }
    }
    return paths;
  }
}
