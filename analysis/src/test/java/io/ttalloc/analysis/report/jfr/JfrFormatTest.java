package io.ttalloc.analysis.report.jfr;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.TestProcess;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.fold.ResourceLists;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.record.Frame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads recordings with the JDK's own reader. */
class JfrFormatTest {
  private static final AnalysisOptions LISTING = AnalysisOptions.defaults().listing(true);
  private static final List<Frame> STACK = stack("acme.Pool.take:9", "acme.Main.run:48");

  @TempDir private Path folder;

  private List<RecordedEvent> read(Report report) throws IOException {
    Path file = folder.resolve("recording.jfr");
    try (OutputStream out = Files.newOutputStream(file)) {
      new JfrFormat().write(report, out);
    }
    return RecordingFile.readAllEvents(file);
  }

  private List<RecordedEvent> read(Report report, String name) throws IOException {
    return read(report).stream()
        .filter(event -> event.getEventType().getName().equals(name))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static List<String> frames(RecordedEvent event) {
    return event.getStackTrace().getFrames().stream().map(JfrFormatTest::call).toList();
  }

  private static String call(RecordedFrame frame) {
    String type = frame.getMethod().getType().getName();
    return type + "." + frame.getMethod().getName() + ":" + frame.getLineNumber();
  }

  /** Count, bytes and bytes by region for each finding. */
  private static Map<String, List<Long>> sums(List<RecordedEvent> events) {
    Map<String, List<Long>> sums = new TreeMap<>();
    for (RecordedEvent event : events) {
      String key =
          event.getString("fingerprint") + event.getString("verdict") + event.getString("space");
      List<Long> one =
          List.of(event.getLong("count"), event.getLong("bytes"), event.getLong("regionBytes"));
      sums.merge(key, one, JfrFormatTest::plus);
    }
    return sums;
  }

  private static Map<String, List<Long>> sums(Report report) {
    Map<String, List<Long>> sums = new TreeMap<>();
    for (Finding finding : report.findings()) {
      String key = finding.fingerprint() + finding.verdict() + finding.location().space();
      List<Long> one =
          List.of(
              finding.amount().count(), finding.amount().bytes(), finding.amount().regionBytes());
      sums.merge(key, one, JfrFormatTest::plus);
    }
    return sums;
  }

  private static List<Long> plus(List<Long> a, List<Long> b) {
    return List.of(a.get(0) + b.get(0), a.get(1) + b.get(1), a.get(2) + b.get(2));
  }

  @Test
  void sumsToTheFindings() throws Exception {
    LedgerBuilder ledger = MeshRun.withSites(ledger());
    MeshRun.record(ledger, "1");
    Report listed = Reports.of(ledger, LISTING);
    Report folded = Reports.of(ledger);

    List<RecordedEvent> single = read(listed, "ttalloc.ResourceOpen");
    List<RecordedEvent> several = read(folded, "ttalloc.ResourceOpen");

    assertThat(sums(single)).isEqualTo(sums(listed)).isEqualTo(sums(several)).isNotEmpty();
    assertThat(single).allMatch(event -> event.getLong("count") == 1);
    assertThat(several).hasSizeLessThan(single.size());
  }

  @Test
  void hasWhenByWhomAndFromWhereEachWasOpened() throws Exception {
    LedgerBuilder ledger = ledger();
    ledger
        .open(sized("buffer", "acme.Buffer"), STACK)
        .on("c3#1", 3, "DRAM")
        .at(0x1000, 512)
        .bytes(1L << 40)
        .thread("loader-1")
        .label("weights");
    ledger.at(9_000_000).open(sized("buffer", "acme.Buffer"), STACK).bytes(7);
    ledger.lasting(2_000_000_000);

    List<RecordedEvent> events = read(Reports.of(ledger, LISTING), "ttalloc.ResourceOpen");
    events.sort((a, b) -> a.getStartTime().compareTo(b.getStartTime()));

    RecordedEvent first = events.get(0);
    assertThat(frames(first)).containsExactly("acme.Pool.take:9", "acme.Main.run:48");
    assertThat(first.getThread().getJavaName()).isEqualTo("loader-1");
    assertThat(first.getString("type")).isEqualTo("buffer");
    assertThat(first.getString("resourceClass")).isEqualTo("acme.Buffer");
    assertThat(first.getLong("bytes")).isEqualTo(1L << 40);
    assertThat(first.getString("device")).isEqualTo("3");
    assertThat(first.getString("space")).isEqualTo("DRAM");
    assertThat(first.getString("address")).isEqualTo("0x1000");
    assertThat(first.getString("label")).isEqualTo("weights");
    assertThat(first.getString("verdict")).isEqualTo("LEFT_OPEN");
    assertThat(first.getBoolean("leak")).isTrue();
    RecordedEvent second = events.get(1);
    assertThat(second.getString("device")).isNull();
    assertThat(second.getStartTime()).isEqualTo(TestProcess.CLOCK_BASE.plusNanos(10_000_000));
    assertThat(second.getDuration()).isEqualTo(Duration.ofMillis(1_990));
  }

  /**
   * The converter of async-profiler would treat two resources with the same address as one, and a
   * resource without bytes as a free.
   */
  @Test
  void isMemoryThatWasNotFreedForTheConverter() throws Exception {
    LedgerBuilder ledger = ledger();
    ledger
        .open(sized("buffer", "acme.Buffer"), STACK)
        .on("c0#1", 0, "DRAM")
        .at(0x1000, 512)
        .bytes(512);
    ledger
        .open(sized("buffer", "acme.Buffer"), STACK)
        .on("c1#1", 1, "DRAM")
        .at(0x1000, 512)
        .bytes(512);
    ledger.at(1_900_000_000).open(type("file", "acme.File"), STACK);
    ledger.lasting(2_000_000_000);

    List<RecordedEvent> events = read(Reports.of(ledger, LISTING), "profiler.Malloc");

    assertThat(events).extracting(event -> event.getLong("address")).containsOnly(1L, 2L, 3L);
    assertThat(events)
        .extracting(event -> event.getLong("size"))
        .containsExactlyInAnyOrder(512L, 512L, 1L);
    // All have the same time: the converter ignores the last tenth of the time span of all events.
    assertThat(events)
        .extracting(RecordedEvent::getStartTime)
        .containsOnly(TestProcess.CLOCK_BASE.plusSeconds(2));
    assertThat(frames(events.get(0))).containsExactly("acme.Pool.take:9", "acme.Main.run:48");
  }

  @Test
  void foldsWhatIsBeyondTheBoundOfAFinding() throws Exception {
    LedgerBuilder ledger = ledger();
    int beyond = ResourceLists.MAX_OF_FINDING + 5;
    for (int i = 0; i < beyond; i++) {
      ledger.open(sized("buffer", "acme.Buffer"), STACK).on("s", i % 2, "L1").bytes(16);
    }
    Report report = Reports.of(ledger, LISTING);

    List<RecordedEvent> events = read(report, "ttalloc.ResourceOpen");

    assertThat(sums(events)).isEqualTo(sums(report));
    assertThat(events).hasSize(ResourceLists.MAX_OF_FINDING + 2);
    assertThat(events.stream().filter(event -> event.getThread() == null))
        .extracting(event -> event.getString("device") + ":" + event.getLong("count"))
        .containsExactly("0:3", "1:2");
  }

  @Test
  void countsWhatWasCollectedAndHasNoSlot() throws Exception {
    LedgerBuilder ledger = ledger();
    ledger.open(type("file", "acme.File"), STACK).collected();
    ledger.folded(type("file", "acme.File"), STACK, 41);
    Report report = Reports.of(ledger, LISTING);

    List<RecordedEvent> events = read(report, "ttalloc.ResourceOpen");

    assertThat(sums(events)).isEqualTo(sums(report));
    assertThat(events).extracting(event -> event.getLong("count")).containsExactly(1L, 41L);
  }

  @Test
  void leavesOutWhatWasReclaimedAndCountsIt() throws Exception {
    LedgerBuilder ledger = ledger();
    ledger.reclaimed(sized("buffer", "acme.Buffer"), STACK, 3, 96);
    Report report = Reports.of(ledger, LISTING);

    assertThat(report.findings()).hasSize(1);
    assertThat(read(report, "ttalloc.ResourceOpen")).isEmpty();
    RecordedEvent opening = read(report, "ttalloc.OpeningStack").get(0);
    assertThat(opening.getLong("reclaimed")).isEqualTo(3);
    assertThat(frames(opening)).containsExactly("acme.Pool.take:9", "acme.Main.run:48");
  }

  @Test
  void hasClosingsLifetimesAndStatistics() throws Exception {
    LedgerBuilder ledger = ledger();
    List<Frame> closer = stack("acme.File.close:3", "acme.Main.end:50");
    ledger.open(type("file", "acme.File"), STACK);
    ledger.closed(type("file", "acme.File"), STACK, 299, 1_000);
    ledger.closeSite(type("file", "acme.File"), STACK, closer, 8);
    List<RecordedEvent> events = read(Reports.of(ledger));

    Map<String, RecordedEvent> byName =
        events.stream()
            .collect(Collectors.toMap(event -> event.getEventType().getName(), event -> event));

    assertThat(frames(byName.get("ttalloc.ClosingStack")))
        .containsExactly("acme.File.close:3", "acme.Main.end:50");
    assertThat(byName.get("ttalloc.ClosingStack").getLong("closed")).isEqualTo(8);
    assertThat(byName.get("ttalloc.Lifetimes").getLong("closed")).isEqualTo(299);
    assertThat(byName.get("ttalloc.Lifetimes").getDuration("p50"))
        .isBetween(Duration.ofNanos(930), Duration.ofNanos(1_070));
    assertThat(byName.get("ttalloc.LedgerStatistics").getLong("opened")).isEqualTo(300);
    assertThat(byName.get("ttalloc.LedgerStatistics").getLong("leaks")).isEqualTo(1);
  }

  @Test
  void isARecordingAlsoWhenNothingWasOpened() throws Exception {
    assertThat(read(Reports.of(ledger(), LISTING)))
        .extracting(event -> event.getEventType().getName())
        .containsExactly("ttalloc.LedgerStatistics");
  }

  @Test
  void hasNoStackIfNoneWasCaptured() throws Exception {
    LedgerBuilder ledger = ledger();
    ledger.open(type("file", "File"), List.of());

    RecordedEvent event = read(Reports.of(ledger, LISTING), "ttalloc.ResourceOpen").get(0);

    assertThat(event.getStackTrace()).isNull();
    assertThat(event.getString("resourceClass")).isEqualTo("File");
  }

  @Test
  void isTheSameForTheSameLedger() throws Exception {
    LedgerBuilder ledger = ledger();
    MeshRun.record(ledger, "1");
    assertThat(bytes(ledger)).isEqualTo(bytes(ledger));
  }

  private static byte[] bytes(LedgerBuilder ledger) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new JfrFormat().write(Reports.of(ledger, LISTING), out);
    return out.toByteArray();
  }
}
