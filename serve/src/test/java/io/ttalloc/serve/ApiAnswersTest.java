package io.ttalloc.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.watch.MachineWatch;
import io.ttalloc.watch.ledgers.SampleLedger;
import io.ttalloc.watch.natives.NativeState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiAnswersTest {
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");
  private static final Instant NOW = Instant.parse("2023-11-14T12:30:00Z");

  @TempDir private Path folder;

  private MachineWatch watch;
  private ApiAnswers answers;

  @BeforeEach
  void watch() throws IOException {
    watch = new MachineWatch(List.of(folder), 1.0);
    answers =
        new ApiAnswers(
            List.of(folder),
            () -> watch.judged((number, count) -> {}),
            () -> NativeState.NONE,
            new JudgedReports(),
            InstantSource.fixed(NOW));
  }

  @AfterEach
  void close() throws IOException {
    watch.close();
  }

  private HttpAnswer get(String path, String query) {
    return answers.apply(Request.of("/api/" + path, query));
  }

  private static String content(HttpAnswer answer) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    answer.body().write(content);
    return content.toString(UTF_8);
  }

  private JsonObject json(String path, String query) throws IOException {
    HttpAnswer answer = get(path, query);
    assertThat(answer.status()).as(content(answer)).isEqualTo(200);
    return JsonParser.parseString(content(answer)).getAsJsonObject();
  }

  @Test
  void theStateIsTheObjectOfTopInOneLine() throws IOException {
    SampleLedger.of(folder, 7, NOON, "java -jar a.jar\u202e").open("file", 1).ended(2);

    assertThat(content(get("state", null))).doesNotContain("\n", "\u202e");
    JsonObject state = json("state", null);

    assertThat(state.get("schema").getAsString()).isEqualTo("tt-alloc-top/1");
    JsonObject process = state.getAsJsonArray("processes").get(0).getAsJsonObject();
    assertThat(process.get("program").getAsString()).isEqualTo("a.jar\\u202e");
    assertThat(process.get("state").getAsString()).isEqualTo("ended");
    assertThat(process.get("opened").getAsLong()).isEqualTo(1);
    assertThat(process.get("open").getAsLong()).isEqualTo(1);
    assertThat(process.getAsJsonArray("openHistory").get(0).getAsLong()).isEqualTo(1);
    assertThat(process.get("leaks").getAsLong()).isEqualTo(1);
    assertThat(process.get("judgedAtEnd").getAsBoolean()).isTrue();
    assertThat(process.getAsJsonArray("sites")).hasSize(1);
  }

  @Test
  void partsOfADeviceSumToWhatIsInUse() throws IOException {
    SampleLedger ledger = SampleLedger.of(folder, 7, NOON, "app.Main");
    ledger.openOn(0, "L1", "buffer", 16).shared(true).openOn(0, "L1", "circular-buffer", 16);
    try (LedgerLock lock = ledger.running()) {
      assertThat(lock).isNotNull();
      JsonObject device = json("state", null).getAsJsonArray("devices").get(0).getAsJsonObject();

      assertThat(device.get("bytes").getAsLong()).isEqualTo(128);
      assertThat(device.get("usedBytes").getAsLong()).as("of a capacity of 80").isEqualTo(80);
      assertThat(device.get("otherBytes").getAsLong()).isEqualTo(16);
      assertThat(device.get("sharedBytes").getAsLong()).isEqualTo(64);
      assertThat(device.get("fill").getAsString()).isIn("high", "full");
    }
    ledger.ended(2);
  }

  @Test
  void theFirstEventIsAStateAndThoseAfterItSayWhatHasChanged() throws Exception {
    LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();
    HttpAnswer answer = get("events", null);
    assertThat(answer.contentType()).isEqualTo("text/event-stream");
    assertThat(answer.body()).isInstanceOf(HttpAnswer.Stream.class);
    answers.publish(watch.judged((number, count) -> {}));
    Thread reader =
        new Thread(
            () -> {
              try {
                answer.body().write(new Events(events));
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    reader.start();
    assertThat(events.take()).startsWith("data: {\"schema\"").contains("\"processes\":[]");
    SampleLedger.of(folder, 7, NOON, "app.Main").open("file", 1).ended(2);
    try (MachineWatch later = new MachineWatch(List.of(folder), 1.0)) {
      answers.publish(later.judged((number, count) -> {}));
    }
    assertThat(events.take())
        .startsWith("data: {\"at\":")
        .doesNotContain("schema")
        .contains("\"program\":\"app.Main\"")
        .endsWith("}\n\n");
    reader.interrupt();
    reader.join();
  }

  /** Records the bytes written between two flushes as one event. */
  private static final class Events extends OutputStream {
    private final LinkedBlockingQueue<String> events;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    Events(LinkedBlockingQueue<String> events) {
      this.events = events;
    }

    @Override
    public void write(int b) {
      content.write(b);
    }

    @Override
    public void flush() {
      events.add(content.toString(UTF_8));
      content.reset();
    }
  }

  @Test
  void aSnapshotIsComparedWithNow() throws IOException {
    SampleLedger ledger = SampleLedger.of(folder, 7, NOON, "app.Main").open("file", 1);
    try (LedgerLock lock = ledger.running()) {
      assertThat(lock).isNotNull();
      String started = "started=" + NOON.toEpochMilli();
      JsonObject kept = json("processes/7/snapshot", started);
      assertThat(kept.get("live").getAsLong()).isEqualTo(1);
      ledger.open("file", 2).open("socket", 3);

      String since = started + "&since=" + kept.get("id").getAsString();
      JsonObject diff = json("processes/7/diff", since);

      assertThat(diff.get("schema").getAsString()).isEqualTo("tt-alloc-diff/1");
      assertThat(diff.get("before").getAsString()).isEqualTo(NOW.toString());
      assertThat(diff.get("new").getAsLong()).isEqualTo(1);
      assertThat(diff.get("grown").getAsLong()).isEqualTo(1);
    }
    ledger.ended(4);
  }

  @Test
  void saysWhatIsNotThere() throws IOException {
    SampleLedger.of(folder, 7, NOON, "app.Main").open("file", 1).ended(2);

    HttpAnswer unknown = get("processes/7/diff", "since=unknown");
    assertThat(unknown.status()).isEqualTo(410);
    assertThat(content(unknown)).contains("no snapshot of process 7 with this id is kept");
    for (String query : new String[] {null, "since=", "started=" + NOON.toEpochMilli()}) {
      HttpAnswer without = get("processes/7/diff", query);
      assertThat(without.status()).isEqualTo(400);
      assertThat(content(without))
          .contains("no 'since' in the query, expected ?since=ID with the" + " id of a snapshot");
    }
    assertThat(get("processes/7/page", "started=1").status()).isEqualTo(404);
    assertThat(get("processes/8/page", null).status()).isEqualTo(404);
    HttpAnswer nothing = get("nothing", null);
    assertThat(nothing.status()).isEqualTo(404);
    assertThat(content(nothing))
        .contains("/api/processes/PID/snapshot", "/api/processes/PID/diff?since=ID");
    assertThat(json("processes/7/page", null).get("schema").getAsString()).isEqualTo("tt-alloc/1");
  }
}
