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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the reports of the pack {@code netty} with Netty's own information about its buffers,
 * and tests the pack with a server and its client.
 */
class NettyIT {
  @TempDir private Path folder;

  @EveryJdk
  void countsWhatNettyCounts(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked("netty").option("holders=false");

    JvmResult result = run(tracked, jdk, UsesBuffers.class);

    List<SlotEntry> slots = new ArrayList<>();
    tracked.ledgers().read().forEachSlot(slots::add);
    Map<Long, Integer> open = new TreeMap<>();
    for (SlotEntry slot : slots) {
      if (isHeldByProgram(slot)) {
        open.merge(slot.bytes(), count(slot), Integer::sum);
      }
    }
    assertThat(open).as(result.err()).isEqualTo(openByNetty(result)).hasSizeGreaterThan(20);
    assertThat(open.values()).anyMatch(count -> count > 1);
    for (int first : List.of(UsesBuffers.SHRUNK, UsesBuffers.FIRST, UsesBuffers.GROWN)) {
      assertThat(open.keySet()).filteredOn(bytes -> isOneOf(bytes, first)).hasSizeGreaterThan(20);
    }
    lostAreThoseThatNettyReports(tracked.json(), leakedByNetty(result));
  }

  private static void lostAreThoseThatNettyReports(JsonReport json, List<String> leakedByNetty) {
    assertThat(leakedByNetty).hasSize(UsesBuffers.LEAKS).allMatch(leak -> leak.contains(".leak("));
    List<String> lost = new ArrayList<>();
    for (JsonObject finding : json.findings()) {
      if (finding.get("verdict").getAsString().equals("LOST")) {
        assertThat(finding.get("leak").getAsBoolean()).isTrue();
        assertThat(finding.get("count").getAsLong()).isEqualTo(1);
        lost.add(firstOf("UsesBuffers", JsonReport.frames(finding, "openedBy")));
        assertThat(JsonReport.texts(finding, "why"))
            .anyMatch(why -> why.contains("count is 1 after 1 retain and 1 release"));
        JsonObject references = finding.getAsJsonObject("references");
        assertThat(references.getAsJsonArray("lastReleases").get(0).toString())
            .contains("UsesBuffers", "\"leaveOneReference\"");
      }
    }
    assertThat(lost).containsExactlyInAnyOrderElementsOf(leakedByNetty);
    assertThat(json.misuse()).isEmpty();
  }

  @EveryJdk
  void accusesNoServerThatReleasesAll(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked("netty").option("holders=false");

    run(tracked, jdk, EchoesWithNetty.class);

    JsonReport json = tracked.json();
    assertThat(json.findings()).isEmpty();
    assertThat(json.misuse()).isEmpty();
    assertThat(json.confidenceReasons()).isEmpty();
    assertThat(json.total("opened")).isGreaterThan(EchoesWithNetty.MESSAGES);
  }

  @EveryJdk
  void accusesNoServerUnderAllPacks(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked("auto").option("holders=false");

    run(tracked, jdk, EchoesWithNetty.class);

    JsonReport json = tracked.json();
    assertThat(leaks(json)).isEmpty();
    assertThat(json.misuse()).isEmpty();
  }

  @EveryJdk
  void findsTheBufferThatAHandlerLeaks(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked("netty").option("holders=false");

    JvmResult result = run(tracked, jdk, EchoesWithNetty.class, EchoesWithNetty.LEAK);

    JsonReport json = tracked.json();
    assertThat(json.findings()).as(result.err()).hasSize(1);
    JsonObject leak = leaks(json).get(0);
    assertThat(leak.get("type").getAsString()).isEqualTo("buffer");
    assertThat(leak.get("bytes").getAsLong()).isEqualTo(EchoesWithNetty.LEAKED_BYTES);
    assertThat(firstOf("EchoesWithNetty", JsonReport.frames(leak, "openedBy")))
        .startsWith("EchoesWithNetty$Echo.leak(EchoesWithNetty.java:");
    assertThat(leak.get("fix").getAsString()).contains("call release()", "leak(EchoesWithNetty");
    assertThat(json.misuse()).isEmpty();
  }

  @EveryJdk
  void saysWhatIsNotEndedOnce(Jdk jdk) throws Exception {
    TrackedRun tracked = tracked("auto").option("holders=true");

    JvmResult result = run(tracked, jdk, EchoesWithNetty.class, EchoesWithNetty.NOT_ENDED);

    List<String> leaks = new ArrayList<>();
    for (JsonObject leak : leaks(tracked.json())) {
      leaks.add(leak.get("count").getAsLong() + " " + leak.get("type").getAsString());
    }
    assertThat(leaks)
        .as(result.err())
        .containsExactlyInAnyOrder(
            "1 event loop group", "1 event loop group", "1 channel", "1 channel", "1 channel");
  }

  private TrackedRun tracked(String packs) throws Exception {
    return TrackedRun.in(folder).option("packs=" + packs);
  }

  private static JvmResult run(TrackedRun tracked, Jdk jdk, Class<?> main, String... arguments)
      throws Exception {
    return tracked
        .on(jdk)
        .classPath(LibraryClassPath.entries().toArray(Path[]::new))
        .jvmFlags("-Dio.netty.leakDetection.level=paranoid")
        .main(main, arguments)
        .run()
        .expectSuccess();
  }

  private static List<JsonObject> leaks(JsonReport json) {
    return json.findings().stream().filter(each -> each.get("leak").getAsBoolean()).toList();
  }

  /** The first frame whose class belongs to the program. */
  private static String firstOf(String program, List<String> frames) {
    return frames.stream().filter(frame -> frame.startsWith(program)).findFirst().orElseThrow();
  }

  private static boolean isHeldByProgram(SlotEntry slot) {
    long bytes = slot.bytes();
    return slot.tally().type().name().equals("buffer")
        && slot.state() == SlotState.OPEN
        && (isOneOf(bytes, UsesBuffers.SHRUNK)
            || isOneOf(bytes, UsesBuffers.FIRST)
            || isOneOf(bytes, UsesBuffers.GROWN));
  }

  private static boolean isOneOf(long bytes, int first) {
    return bytes >= first && bytes < first + UsesBuffers.BUFFERS;
  }

  private static int count(SlotEntry slot) {
    return slot.references() == null ? 1 : slot.references().count();
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

  private static List<String> leakedByNetty(JvmResult result) {
    return result
        .out()
        .lines()
        .filter(line -> line.startsWith("leaked "))
        .map(line -> line.substring("leaked ".length()))
        .toList();
  }
}
