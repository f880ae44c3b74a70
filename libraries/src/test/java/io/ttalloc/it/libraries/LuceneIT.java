package io.ttalloc.it.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.record.Frame;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the reports of the pack {@code lucene} with the directory class that Lucene's own tests
 * use to find unclosed files.
 */
class LuceneIT {
  private static final String PROGRAM = UsesLucene.class.getName();
  private static final String FRAME = UsesLucene.class.getSimpleName() + ".";

  @TempDir private Path folder;

  @EveryJdk
  void hasTheSameFilesOpenAsTheDirectoryOfLucenesTests(Jdk jdk) throws Exception {
    hasTheSameFilesOpen(jdk, "lucene");
  }

  /** The packs include those that track what Lucene opens for its own use. */
  @EveryJdk
  void hasTheSameFilesOpenWithAllPacks(Jdk jdk) throws Exception {
    hasTheSameFilesOpen(jdk, "auto");
  }

  private void hasTheSameFilesOpen(Jdk jdk, String packs) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=" + packs).option("holders=false");

    JvmResult result =
        tracked
            .on(jdk)
            .classPath(LibraryClassPath.entries(jdk).toArray(Path[]::new))
            .main(UsesLucene.class, tracked.file(".").toString())
            .run()
            .expectSuccess();

    List<String> ofLucene = startingWith("open ", result);
    List<String> open = new ArrayList<>();
    tracked
        .ledgers()
        .read()
        .forEachSlot(
            slot -> {
              if (isFile(slot)) {
                open.add(name(slot) + " " + opener(slot));
              }
            });
    assertThat(open).containsExactlyInAnyOrderElementsOf(ofLucene).hasSizeGreaterThan(20);
    assertThat(open).extracting(each -> each.replaceAll("[-_].*", "")).contains("file", "output");
    assertThat(open).extracting(each -> each.split(" ", -1)[0]).contains(UsesLucene.READER);
    assertThat(startingWith(UsesLucene.CLOSED, result))
        .hasSize(2)
        .allMatch(said -> said.contains("there are still "));
    JsonReport json = tracked.json();
    assertThat(frames(json)).isEqualTo(frames(ofLucene)).hasSizeGreaterThan(4);
    assertThat(json.misuse()).isEmpty();
  }

  private static List<String> startingWith(String start, JvmResult result) {
    return result
        .out()
        .lines()
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()))
        .toList();
  }

  /** Whether a slot is an open file or reader, excluding those that Lucene opens for itself. */
  private static boolean isFile(SlotEntry slot) {
    return slot.state() == SlotState.OPEN
        && !slot.infrastructure()
        && isOfLucene(slot.tally().type().name());
  }

  private static boolean isOfLucene(String type) {
    return type.startsWith("lucene ") && !type.equals("lucene directory");
  }

  private static String name(SlotEntry slot) {
    return slot.tally().type().name().equals("lucene reader")
        ? UsesLucene.READER
        : String.valueOf(slot.label());
  }

  private static String opener(SlotEntry slot) {
    Frame frame =
        slot.tally().stack().stream()
            .filter(each -> each.className().equals(PROGRAM))
            .findFirst()
            .orElseThrow();
    return "%s.%s(%s:%d)".formatted(PROGRAM, frame.method(), frame.file(), frame.line());
  }

  /** The distinct innermost frames of the program in the findings on files and readers. */
  private static Set<String> frames(JsonReport json) {
    Set<String> frames = new TreeSet<>();
    for (JsonObject finding : json.findings()) {
      if (finding.get("leak").getAsBoolean() && isOfLucene(finding.get("type").getAsString())) {
        frames.add(
            JsonReport.frames(finding, "openedBy").stream()
                .filter(frame -> frame.startsWith(FRAME))
                .findFirst()
                .orElseThrow());
      }
    }
    return Collections.unmodifiableSet(frames);
  }

  /** The distinct frames in the lines that the program has printed. */
  private static Set<String> frames(List<String> open) {
    Set<String> frames = new TreeSet<>();
    open.forEach(each -> frames.add(each.substring(each.indexOf(FRAME))));
    return frames;
  }
}
