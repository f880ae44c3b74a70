package io.ttalloc.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.netty.buffer.ByteBuf;
import io.netty.util.ResourceLeakDetector;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

/** Counts of references, against what a library with counts of its own says. */
class NettyIT {
  static final String RULES =
      """
        - class: io.netty.buffer.AbstractReferenceCountedByteBuf
          subtypes: true
          exclude: [io.netty.buffer.AbstractPooledDerivedByteBuf]
          type: buffer
          open: [<init>, reuse, init]
          optional: [reuse, init]
          retain: [retain(), {method: retain(int), by: $0}]
          release: [release(), {method: release(int), by: $0}]
          bytes: capacity()
      """;

  @TempDir private Path folder;

  @EveryJdk
  void countsWhatNettyCounts(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("holders=false");

    JvmResult result =
        tracked
            .on(jdk)
            .classPath(
                TestJvm.locationOf(ByteBuf.class), TestJvm.locationOf(ResourceLeakDetector.class))
            .jvmFlags("-Dio.netty.leakDetection.level=paranoid")
            .main(UsesBuffers.class)
            .run()
            .expectSuccess();

    List<SlotEntry> slots = new ArrayList<>();
    tracked.ledgers().read().forEachSlot(slots::add);
    Map<Long, Integer> open = new TreeMap<>();
    for (SlotEntry slot : slots) {
      if (isOfProgram(slot, 0, UsesBuffers.BUFFERS) && slot.state() == SlotState.OPEN) {
        open.merge(slot.bytes(), count(slot), Integer::sum);
      }
    }
    assertThat(open).as(result.err()).isEqualTo(openByNetty(result)).hasSizeGreaterThan(20);
    assertThat(open.values()).anyMatch(count -> count > 1);
    assertThat(result.out().lines().filter(line -> line.startsWith("leaked ")))
        .as("Netty's own detector")
        .hasSize(UsesBuffers.LEAKS)
        .allMatch(line -> line.startsWith("leaked leak-"));
    lostAreThoseThatNettyReports(tracked.json());
  }

  private static void lostAreThoseThatNettyReports(JsonReport json) {
    long lost = 0;
    for (JsonObject finding : json.findings("buffer")) {
      if (finding.get("verdict").getAsString().equals("LOST")) {
        lost += finding.get("count").getAsLong();
        assertThat(JsonReport.texts(finding, "why"))
            .anyMatch(why -> why.contains("count is 1 after") && why.contains("retain"));
        JsonObject references = finding.getAsJsonObject("references");
        assertThat(references.getAsJsonArray("lastReleases").get(0).toString())
            .contains("UsesBuffers", "\"leak\"");
      }
    }
    assertThat(lost).isEqualTo(UsesBuffers.LEAKS);
    assertThat(json.misuse()).isEmpty();
  }

  private static boolean isOfProgram(SlotEntry slot, int first, int count) {
    long number = slot.bytes() - UsesBuffers.FIRST - first;
    return slot.tally().type().name().equals("buffer") && number >= 0 && number < count;
  }

  private static int count(SlotEntry slot) {
    SlotEntry.Extension extension = slot.extension();
    return extension == null || extension.references() == null ? 1 : extension.references().count();
  }

  private static Map<Long, Integer> openByNetty(JvmResult result) {
    Map<Long, Integer> open = new TreeMap<>();
    for (String line : result.out().lines().toList()) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("open")) {
        open.put(Long.valueOf(words[1]), Integer.valueOf(words[2]));
      }
    }
    return open;
  }
}
