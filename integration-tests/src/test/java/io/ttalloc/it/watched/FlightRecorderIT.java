package io.ttalloc.it.watched;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the agent's events in recordings made by the tracked process. {@code BeanRegistrationIT}
 * tests that no class of the recorder is loaded without a recording.
 */
@Variant
class FlightRecorderIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.watched.FlightRecorderIT$Handle
          type: handle
          open: [<init>]
          close: [close]
          bytes: size()
      """;
  private static final List<String> OF_HOOKS =
      List.of("ttalloc.ResourceOpened", "ttalloc.ResourceClosed", "ttalloc.ResourceLost");
  private static final String STATISTICS = "ttalloc.LedgerStatistics";
  private static final int USED = 50;
  private static final int LOST = 7;

  @TempDir private Path folder;

  @EveryJdk
  void aRecordingHasOpeningsClosesLossesAndStatistics(Jdk jdk) throws Exception {
    Path file = folder.resolve("live.jfr");
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    tracked.on(jdk).main(Program.class, file.toString()).run().expectSuccess();

    List<RecordedEvent> opened = events(file, "ttalloc.ResourceOpened", "use");
    List<RecordedEvent> closed = events(file, "ttalloc.ResourceClosed", "use");
    List<RecordedEvent> lost = events(file, "ttalloc.ResourceLost");
    assertThat(opened).hasSize(USED).allMatch(FlightRecorderIT::isOfMain);
    assertThat(closed).hasSize(USED).allMatch(FlightRecorderIT::isOfMain);
    assertThat(closed).noneMatch(event -> event.getBoolean("reclaimed"));
    assertThat(closed).noneMatch(event -> event.getDuration("lived").isZero());
    assertThat(fingerprints(closed)).isEqualTo(fingerprints(opened)).hasSize(1);
    assertThat(events(file, "ttalloc.ResourceOpened", "lose")).hasSize(LOST);
    assertThat(lost).hasSize(LOST).allMatch(event -> event.getStackTrace() == null);
    assertThat(lost)
        .allSatisfy(
            event ->
                assertThat(event.getString("openingStack").lines())
                    .element(1)
                    .asString()
                    .startsWith(Program.class.getName() + ".lose:"));
    JsonObject finding = tracked.json().findings("handle").get(0);
    assertThat(finding.get("verdict").getAsString()).isEqualTo("LOST");
    assertThat(fingerprints(lost)).containsExactly(finding.get("fingerprint").getAsString());
    assertThat(Stream.of(opened, closed, lost).flatMap(List::stream))
        .allMatch(event -> event.getString("type").equals("handle"))
        .allMatch(event -> event.getString("resourceClass").equals(Handle.class.getName()))
        .allMatch(event -> event.getLong("bytes") == Handle.SIZE);
    assertThat(events(file, STATISTICS))
        .isNotEmpty()
        .anyMatch(event -> event.getLong("opened") > 0 && event.getLong("closed") > 0);
    assertThat(tracked.json().total("dropped")).isZero();
  }

  @OneJdk
  void aRecordingThatDoesNotWantThemHasNone(Jdk jdk) throws Exception {
    Path file = folder.resolve("default.jfr");
    TrackedRun tracked = TrackedRun.in(folder);
    tracked
        .on(jdk)
        .jvmFlags("-XX:StartFlightRecording:filename=" + file, "-Xlog:jfr*=off")
        .demo("mesh")
        .run()
        .expectSuccess();

    List<String> types =
        RecordingFile.readAllEvents(file).stream()
            .map(event -> event.getEventType().getName())
            .distinct()
            .toList();
    assertThat(types).isNotEmpty().noneMatch(type -> type.startsWith("ttalloc."));
    assertThat(tracked.json().total("opened")).isPositive();
  }

  @OneJdk
  void theCommandLineEnablesThem(Jdk jdk) throws Exception {
    Path file = folder.resolve("statistics.jfr");
    TrackedRun.in(folder)
        .rules(RULES)
        .on(jdk)
        .jvmFlags(
            "-XX:StartFlightRecording:+" + STATISTICS + "#enabled=true,filename=" + file,
            "-Xlog:jfr*=off")
        .main(WaitsForStatistics.class)
        .run()
        .expectSuccess();

    assertThat(events(file, STATISTICS)).isNotEmpty();
    assertThat(events(file, "ttalloc.ResourceOpened")).isEmpty();
  }

  private static boolean isOfMain(RecordedEvent event) {
    return event.getThread().getJavaName().equals("main");
  }

  private static List<String> fingerprints(List<RecordedEvent> events) {
    return events.stream().map(event -> event.getString("fingerprint")).distinct().toList();
  }

  private static List<RecordedEvent> events(Path file, String type) throws Exception {
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(type))
        .toList();
  }

  /** The events whose stack contains a method of the program. */
  private static List<RecordedEvent> events(Path file, String type, String method)
      throws Exception {
    return events(file, type).stream()
        .filter(event -> event.getStackTrace().getFrames().stream().anyMatch(f -> is(f, method)))
        .toList();
  }

  private static boolean is(RecordedFrame frame, String method) {
    return frame.getMethod().getName().equals(method)
        && frame.getMethod().getType().getName().equals(Program.class.getName());
  }

  /** The tracked class. */
  static final class Handle implements AutoCloseable {
    static final long SIZE = 4_321;

    long size() {
      return SIZE;
    }

    @Override
    public void close() {}
  }

  /** Records its own events to the file named by its argument. */
  static final class Program {
    private static long used;

    public static void main(String[] args) throws Exception {
      warm(); // the ledger exists from here on
      CountDownLatch listening = new CountDownLatch(1);
      CountDownLatch lost = new CountDownLatch(LOST);
      CountDownLatch counted = new CountDownLatch(1);
      try (RecordingStream stream = new RecordingStream();
          Recording recording = new Recording()) {
        OF_HOOKS.forEach(recording::enable);
        recording.enable(STATISTICS).withPeriod(Duration.ofMillis(100));
        OF_HOOKS.forEach(stream::enable);
        stream.enable(STATISTICS);
        stream.onEvent("ttalloc.ResourceOpened", event -> listening.countDown());
        stream.onEvent("ttalloc.ResourceLost", event -> lost.countDown());
        stream.onEvent(STATISTICS, event -> counted.countDown());
        recording.start();
        stream.startAsync();
        Await.until(
            () -> {
              warm();
              return listening.await(10, TimeUnit.MILLISECONDS);
            });
        for (int i = 0; i < USED; i++) {
          use();
        }
        for (int i = 0; i < LOST; i++) {
          lose();
        }
        Await.collecting(() -> lost.getCount() == 0);
        counted.await();
        recording.stop();
        recording.dump(Path.of(args[0]));
      }
      warm();
      System.out.println("used " + used + " B");
    }

    private static void warm() {
      new Handle().close();
    }

    private static void use() {
      try (Handle handle = new Handle()) {
        used += handle.size();
      }
    }

    @SuppressWarnings("resource")
    private static void lose() {
      used += new Handle().size();
    }
  }

  /** Ends when the recorder has requested statistics. */
  static final class WaitsForStatistics {
    public static void main(String[] args) throws Exception {
      new Handle().close();
      CountDownLatch counted = new CountDownLatch(1);
      try (RecordingStream stream = new RecordingStream()) {
        stream.onEvent(STATISTICS, event -> counted.countDown());
        stream.startAsync();
        counted.await();
      }
    }
  }
}
