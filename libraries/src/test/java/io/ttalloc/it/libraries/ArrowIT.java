package io.ttalloc.it.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the reports of the pack {@code arrow} with Arrow's own debug information about buffers.
 */
class ArrowIT {
  private static final Pattern LEDGER =
      Pattern.compile(
          "ledger\\[\\d+].*? references: (\\d+),(.*?)(?=ledger\\[|\\z)", Pattern.DOTALL);

  /**
   * Matches the time at which a buffer was allocated, and the first frame of the program in the
   * stack of the allocation.
   */
  private static final Pattern MADE =
      Pattern.compile(
          "\\n +(\\d+) create\\(\\).*?\\.(UsesArrow\\.\\w+\\([^)]+\\))", Pattern.DOTALL);

  /**
   * JVM flags that make Arrow allocate memory from Netty. Arrow requires that Netty use Unsafe,
   * which newer JDKs discourage.
   */
  private static final String[] MEMORY_OF_NETTY = {
    "-Darrow.allocation.manager.type=Netty", "-Dio.netty.noUnsafe=false"
  };

  @TempDir private Path folder;

  @EveryJdk
  void countsWhatArrowCounts(Jdk jdk) throws Exception {
    assertCountsOfArrow(jdk, "arrow");
  }

  /**
   * If Arrow allocates memory from Netty, Arrow's chunks are Netty buffers, which programs need not
   * release.
   */
  @EveryJdk
  void countsTheSameInMemoryOfNetty(Jdk jdk) throws Exception {
    JsonReport json = assertCountsOfArrow(jdk, "arrow,netty", MEMORY_OF_NETTY);

    assertThat(json.findings())
        .filteredOn(finding -> finding.get("leak").getAsBoolean())
        .extracting(finding -> finding.get("type").getAsString())
        .containsOnly("arrow buffer", "arrow allocator");
  }

  private JsonReport assertCountsOfArrow(Jdk jdk, String packs, String... jvmFlags)
      throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=" + packs).option("holders=false");

    JvmResult result =
        with(tracked, jdk).jvmFlags(jvmFlags).main(UsesArrow.class).run().expectSuccess();

    List<Integer> ofArrow = new ArrayList<>();
    Map<String, Integer> madeByArrow = new TreeMap<>();
    Matcher ledger = LEDGER.matcher(result.out());
    while (ledger.find()) {
      ofArrow.add(Integer.valueOf(ledger.group(1)));
      madeByArrow.merge(firstMade(ledger.group(2)), 1, Integer::sum);
    }
    assertThat(counts(tracked)).containsExactlyInAnyOrderElementsOf(ofArrow).hasSizeGreaterThan(20);
    assertThat(ofArrow).anyMatch(count -> count > 1);
    JsonReport json = tracked.json();
    assertThat(opened(json)).isEqualTo(madeByArrow).hasSize(4);
    assertThat(json.misuse()).isEmpty();
    return json;
  }

  /** The memory of a leaked buffer must not be reported as a second leak. */
  @EveryJdk
  void accusesOnceUnderAllPacks(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=auto");
    Path places = Files.createDirectory(tracked.file("places"));

    JvmResult result =
        with(tracked, jdk)
            .main(ArrowProgram.class, places.toString(), "true")
            .run()
            .expectSuccess();

    List<String> leaks = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (JsonObject finding : tracked.json().findings()) {
      String type = finding.get("type").getAsString();
      (finding.get("leak").getAsBoolean() ? leaks : others)
          .add(type + " " + finding.get("verdict").getAsString());
    }
    assertThat(leaks).as(result.err()).containsExactly("arrow buffer LOST");
    assertThat(others).as(result.err()).contains("native memory INFRASTRUCTURE");
  }

  private static TestJvm with(TrackedRun tracked, Jdk jdk) {
    return tracked
        .on(jdk)
        .classPath(LibraryClassPath.entries().toArray(Path[]::new))
        .jvmFlags(LibraryPacks.OF_ARROW.toArray(String[]::new))
        .jvmFlags("-Darrow.memory.debug.allocator=true");
  }

  /** The frame that allocated the oldest of the buffers that share a reference count. */
  private static String firstMade(String buffers) {
    Map<Long, String> frames = new TreeMap<>();
    Matcher made = MADE.matcher(buffers);
    while (made.find()) {
      frames.put(Long.valueOf(made.group(1)), made.group(2));
    }
    assertThat(frames).as(buffers).isNotEmpty();
    return frames.values().iterator().next();
  }

  private static List<Integer> counts(TrackedRun tracked) throws Exception {
    List<Integer> counts = new ArrayList<>();
    tracked
        .ledgers()
        .read()
        .forEachSlot(
            slot -> {
              if (isBuffer(slot)) {
                counts.add(count(slot));
              }
            });
    return counts;
  }

  private static boolean isBuffer(SlotEntry slot) {
    return slot.tally().type().name().equals("arrow buffer") && slot.state() == SlotState.OPEN;
  }

  private static int count(SlotEntry slot) {
    return slot.references() == null ? 1 : slot.references().count();
  }

  private static Map<String, Integer> opened(JsonReport json) {
    Map<String, Integer> opened = new TreeMap<>();
    for (JsonObject finding : json.findings("arrow buffer")) {
      String frame =
          JsonReport.frames(finding, "openedBy").stream()
              .filter(each -> each.startsWith("UsesArrow"))
              .findFirst()
              .orElseThrow();
      opened.merge(frame, finding.get("count").getAsInt(), Integer::sum);
    }
    return opened;
  }
}
