package io.ttalloc.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.watch.EventLimits;
import io.ttalloc.testing.Await;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a monitor whose output is not read. */
class StalledOutputTest {
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");

  @TempDir private Path folder;

  private final StalledWriter reader = new StalledWriter();

  @AfterEach
  void goOn() {
    reader.goOn();
  }

  @Test
  void doesNotStopTheMonitor() throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    MonitorServer server =
        MonitorServer.start(
            new MonitorServer.Settings(List.of(folder), new EventLimits(5, 5), any, null, null),
            out -> WatchedNatives.NONE,
            new PrintWriter(reader, true));
    Thread running = new Thread(() -> run(server));
    running.start();
    reader.awaitFull();
    SampleLedger.of(folder, 7, NOON, "app.Main").open("file", 1).ended(2);

    Await.until(() -> state(server).contains("app.Main"));
    server.close();
    running.join();
    assertThat(reader.toString()).as("no one has read").isEmpty();
    reader.goOn();
  }

  private static void run(MonitorServer server) {
    try {
      server.run();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static String state(MonitorServer server) throws IOException, InterruptedException {
    URI uri = URI.create("http://localhost:" + server.address().getPort() + "/api/state");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
