package io.ttalloc.it.demo;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.TallyEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** What the option {@code trace} prints while the mesh scenario runs. */
class TraceIT {
  @TempDir private static Path folder;

  private static final Pattern BLOCK =
      Pattern.compile(
          "tt-alloc: trace: ([a-z ]+) ([a-z-]+) #(\\d+\\.\\d+) \\(([\\w.$]+)\\), ([0-9,]+) B(.*)\n"
              + "  (\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z), thread (.*)\n((?:    .*\n)*)");

  /** One block of the trace. */
  private record Event(
      String what,
      String type,
      String id,
      String className,
      String bytes,
      String place,
      String thread,
      List<String> stack) {}

  /**
   * For each chip and program, the binaries and a view of them are opened, and the view is closed.
   * With eight chips and two programs that makes 32 opened, 16 closed and 16 left. Everything else
   * that the ledger counts for this site is traced too.
   */
  @OneJdk
  void ofASiteItTellsEachOpenAndCloseThatTheLedgerCounts(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("trace=load_binaries");
    JvmResult result = tracked.on(jdk).demo("mesh").run().expectSuccess();
    List<Event> events = events(result.err());

    LedgerImage ledger = tracked.ledgers().read();
    Map<String, Long> opened = new HashMap<>();
    Map<String, Long> closed = new HashMap<>();
    for (TallyEntry tally : ledger.tallies().values()) {
      if (tally.stack().stream()
          .anyMatch(
              f ->
                  f.className().endsWith(".MeshWorkloadImpl")
                      && f.method().equals("loadBinaries"))) {
        add(opened, tally.type().name(), tally.opened());
        add(closed, tally.type().name(), tally.closed());
      }
    }
    assertThat(opened).containsEntry("buffer", 36L).containsKey("mesh-buffer");
    assertThat(count(events, "opened")).isEqualTo(opened);
    assertThat(count(events, "closed")).isEqualTo(closed);
    assertThat(events).allMatch(event -> event.what().matches("opened|closed"));
    for (Event event : events) {
      assertThat(event.thread()).isEqualTo("main");
      assertThat(event.stack().get(event.stack().size() - 1)).startsWith("io.ttalloc.demo.Demo.");
      if (event.what().equals("opened")) {
        assertThat(event.stack())
            .anyMatch(f -> f.startsWith("io.ttalloc.runtime.mesh.MeshWorkloadImpl.loadBinaries("));
      }
    }
    List<Event> onChips =
        events.stream().filter(e -> e.place().matches(".* device [0-7], session .*")).toList();
    assertThat(count(onChips, "opened")).containsExactly(Map.entry("buffer", 32L));
    assertThat(count(onChips, "closed")).containsExactly(Map.entry("buffer", 16L));
    assertThat(onChips.stream().filter(e -> e.place().endsWith(", owns no memory")))
        .hasSize(32)
        .allMatch(e -> e.bytes().matches("12,288|24,576"));
    assertEachIsOpenedBeforeItIsClosed(events);
  }

  private static void assertEachIsOpenedBeforeItIsClosed(List<Event> events) {
    List<String> open = new ArrayList<>();
    for (Event event : events) {
      if (event.what().equals("opened")) {
        open.add(event.id());
      } else {
        assertThat(open.remove(event.id())).as(event.toString()).isTrue();
      }
    }
  }

  @OneJdk
  void ofAnAddressItTellsWhoeverStandsThere(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("trace=0x3ffff800");
    List<Event> events =
        events(tracked.on(jdk).demo("mesh", "--clear-cache").run().expectSuccess().err());

    // The binaries of add on each chip and a view of each; the mesh's own handles of both.
    assertThat(events).isNotEmpty().allMatch(e -> e.place().startsWith(" at 0x3ffff800"));
    assertThat(count(events, "opened")).isEqualTo(count(events, "closed"));
    assertThat(events.stream().filter(e -> e.place().contains("device 7, session ")))
        .extracting(Event::what, Event::bytes)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("opened", "12,288"),
            org.assertj.core.groups.Tuple.tuple("opened", "12,288"),
            org.assertj.core.groups.Tuple.tuple("closed", "12,288"),
            org.assertj.core.groups.Tuple.tuple("closed", "12,288"));
  }

  @OneJdk
  void aWordThatMeansNothingIsOneLineAndTheOthersApply(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("trace=loadbinaries,program-cache");
    JvmResult result = tracked.on(jdk).demo("mesh").run().expectSuccess();

    assertThat(result.err().lines())
        .filteredOn(line -> line.startsWith("tt-alloc: trace="))
        .singleElement()
        .asString()
        .startsWith("tt-alloc: trace=loadbinaries: no type and no site of the rules, expected ")
        .endsWith(" (did you mean 'load_binaries'?); it is not traced");
    assertThat(count(events(result.err()), "opened")).containsOnlyKeys("program-cache");
  }

  @OneJdk
  void sitesNeedStacksAndTypesDoNot(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder).option("capture=none").option("trace=load_binaries,program-cache");
    JvmResult result = tracked.on(jdk).demo("mesh").run().expectSuccess();

    assertThat(result.err().lines())
        .filteredOn(line -> line.startsWith("tt-alloc: trace="))
        .containsExactly(
            "tt-alloc: trace=io.ttalloc.runtime.mesh.MeshWorkloadImpl.loadBinaries: sites need"
                + " capture=full, found capture=none; they are not traced");
    assertThat(count(events(result.err()), "opened")).containsOnlyKeys("program-cache");
  }

  /** A thread's name is text that the application chooses. */
  @OneJdk
  void whatItPrintsCannotBeForged(Jdk jdk) throws Exception {
    TrackedRun tracked =
        TrackedRun.in(folder)
            .rules(
                "- class: "
                    + Hostile.Thing.class.getName()
                    + "\n  type: thing\n  open: [<init>]\n  close: [close]\n  space: space()\n")
            .option("trace=thing");
    JvmResult result = tracked.on(jdk).main(Hostile.class).run().expectSuccess();

    assertThat(result.err())
        .contains(", thread evil\\u000att-alloc: clean\\u001b[2J\n")
        .contains(", \\u202egnol");
    assertThat(result.err().lines().filter(line -> line.equals("tt-alloc: clean"))).isEmpty();
    assertThat(count(events(result.err()), "opened")).containsEntry("thing", 1L);
  }

  /** Opens one thing on a thread whose name tries to forge a line of output. */
  static final class Hostile {
    private Hostile() {}

    /** What it opens. */
    static final class Thing implements AutoCloseable {
      String space() {
        return "\u202egnol";
      }

      @Override
      public void close() {}
    }

    public static void main(String[] args) throws InterruptedException {
      Thread thread = new Thread(() -> new Thing().close(), "evil\ntt-alloc: clean\u001b[2J");
      thread.start();
      thread.join();
    }
  }

  private static Map<String, Long> count(List<Event> events, String what) {
    return events.stream()
        .filter(event -> event.what().equals(what))
        .collect(groupingBy(Event::type, counting()));
  }

  private static void add(Map<String, Long> counts, String type, long count) {
    if (count > 0) {
      counts.merge(type, count, Long::sum);
    }
  }

  /** All blocks. Asserts that every line that looks like the start of a block is one. */
  private static List<Event> events(String err) {
    List<Event> events = new ArrayList<>();
    Matcher block = BLOCK.matcher(err);
    while (block.find()) {
      events.add(
          new Event(
              block.group(1),
              block.group(2),
              block.group(3),
              block.group(4),
              block.group(5),
              block.group(6),
              block.group(8),
              block.group(9).lines().map(String::strip).toList()));
    }
    assertThat(err.lines().filter(line -> line.startsWith("tt-alloc: trace: ")))
        .hasSameSizeAs(events);
    return events;
  }
}
