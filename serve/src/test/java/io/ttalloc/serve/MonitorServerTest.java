package io.ttalloc.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Writer;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MonitorServerTest {
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");

  @TempDir private Path folder;

  private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private RunningServer server;

  /** Starts a server; ledgers that already exist are in its first state. */
  private void start() throws IOException {
    server = RunningServer.start(folder, out -> WatchedNatives.NONE, new LineWriter(lines::add));
  }

  @AfterEach
  void stop() throws InterruptedException {
    server.close();
  }

  private void awaitLine(String line) throws InterruptedException {
    String next = lines.take();
    while (!next.equals(line)) {
      next = lines.take();
    }
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return server.get(path);
  }

  @Test
  void tellsWhatAKilledProcessLeft() throws IOException, InterruptedException {
    SampleLedger ledger = SampleLedger.of(folder, 7, NOON, "app.Main").open("file", 1);
    LedgerLock lock = ledger.running();
    start();
    awaitLine("+ [PID 7] is running: app.Main");
    lock.close();

    awaitLine("! [PID 7] was killed: app.Main");
    awaitLine("  [PID 7] NOT JUDGED. 64 B still open, all OPEN");
    assertThat(lines.take()).startsWith("    OPEN, not judged: 1 open, 64 B, at ");
    ledger.ended(0);
  }

  @Test
  void printsTheStatisticsAtTheStartAndAtTheEnd() throws Exception {
    start();
    awaitLine("Current Statistics:");
    awaitLine("  Active allocations: 0");
    server.close();
    awaitLine("Current Statistics:");
    awaitLine("  Active allocations: 0");
  }

  @ParameterizedTest
  @CsvSource({
    ".txt, text/plain; charset=utf-8, 1 LEAK: 1 open",
    ".json, application/json, tt-alloc/1",
    ".html, text/html; charset=utf-8, <!DOCTYPE html>",
    ".collapsed, text/plain; charset=utf-8, [LEFT_OPEN];",
    ".speedscope.json, application/json, speedscope",
    ".pb.gz, application/octet-stream, ''",
    ".hlog, text/plain; charset=utf-8, ''",
    ".jfr, application/octet-stream, ttalloc.ResourceOpen"
  })
  void reportsOnAProcessInEveryFormat(String suffix, String type, String content)
      throws IOException, InterruptedException {
    SampleLedger.of(folder, 7, NOON, "app.Main").open("file", 1).ended(2);
    start();
    awaitLine("- [PID 7] ended earlier: app.Main");

    HttpResponse<String> report = get("/processes/7/report" + suffix);

    assertThat(report.statusCode()).isEqualTo(200);
    assertThat(report.headers().firstValue("Content-Type")).contains(type);
    assertThat(report.body()).contains(content);
  }

  @Test
  void aProfileHasAllProcessesThatRunOrTheOneThatIsMeant() throws Exception {
    SampleLedger running = SampleLedger.of(folder, 7, NOON, "app.Runs").open("file", 1);
    LedgerLock lock = running.running();
    SampleLedger.of(folder, 8, NOON, "app.Ended").open("file", 1).ended(2);
    start();
    try {
      awaitLine("- [PID 8] ended earlier: app.Ended");
      assertThat(profile("/debug/pprof/inuse"))
          .contains("inuse_objects", "inuse_space", "alloc_objects", "alloc_space", "7 app.Runs")
          .doesNotContain("app.Ended");
      assertThat(profile("/debug/pprof/allocs?pid=8"))
          .contains("8 app.Ended")
          .doesNotContain("app.Runs");
      assertThat(get("/debug/pprof/inuse?pid=9").statusCode()).isEqualTo(404);
    } finally {
      running.ended(3);
      lock.close();
    }
  }

  /**
   * Requests a profile, and returns its bytes as characters, so that the strings in it are
   * readable.
   */
  private String profile(String path) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer = server.get(path, HttpResponse.BodyHandlers.ofByteArray());
    assertThat(answer.statusCode()).isEqualTo(200);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/nothing, 'expected /, /metrics'",
    "/api/nothing, expected /api/state",
    "/api/processes/8/page, no ledger for process 8 is watched",
    "/processes/8/report.txt, no ledger for process 8 is watched",
    "/processes/7/report.exe, unknown format",
    "/processes/x/report.txt, unknown path",
    "/processes/99999999999999999999/report.txt, unknown path"
  })
  void saysWhatIsNotThere(String path, String why) throws IOException, InterruptedException {
    start();
    HttpResponse<String> answer = get(path);

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).contains(why);
  }

  @Test
  void metricsAreThoseOfTheLatestState() throws IOException, InterruptedException {
    SampleLedger.of(folder, 7, NOON, "app.Main").open("file", 1).ended(2);
    start();
    awaitLine("- [PID 7] ended earlier: app.Main");

    HttpResponse<String> metrics = get("/metrics");

    assertThat(metrics.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
    assertThat(metrics.body())
        .contains("tt_alloc_opened_total{pid=\"7\",started=\"" + NOON.toEpochMilli() + "\"} 1.0");
  }

  /** Passes on the written text line by line, each line as soon as it is complete. */
  private static final class LineWriter extends Writer {
    private final Consumer<String> lines;
    private final StringBuilder line = new StringBuilder();

    LineWriter(Consumer<String> lines) {
      this.lines = lines;
    }

    @Override
    public void write(char[] text, int from, int count) {
      for (int i = from; i < from + count; i++) {
        if (text[i] == '\n') {
          lines.accept(line.toString());
          line.setLength(0);
        } else {
          line.append(text[i]);
        }
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
