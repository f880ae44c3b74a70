package io.ttalloc.it.watched;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.html.ShownProcesses;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that all counts agree for a program that loses far more resources at one place than the
 * ledger has slots for.
 */
@Variant
class LostCountsIT {
  private static final int LOST = 10_000;
  private static final String RULES =
      """
        - class: io.ttalloc.it.watched.LostCountsIT$Program$Lane
          type: lane
          open: [<init>]
          close: [close]
      """;

  @TempDir private Path folder;

  @OneJdk
  void areExactInMetricsCommandsAndReports(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    tracked.ledgers().keepAll();
    for (String suffix : new String[] {"txt", "collapsed", "speedscope.json", "jfr"}) {
      tracked.option("dump=" + tracked.file("at-exit." + suffix));
    }
    Path gate = tracked.file("gate");
    Path ledgers = tracked.ledgers().path();
    try (Server server = Server.on(ledgers);
        RunningJvm program = tracked.on(jdk).main(Program.class, gate.toString()).start()) {
      server.await("/metrics", text -> wrong(new Metrics(text), program.pid()));
      program.awaitLine("^bean " + LOST + " " + LOST + "$");
      pageShows(server, Map.of(program.pid(), "running, 10,000, 0 B, 1"));
      assertThat(only(json("ps", ledgers), "ledgers", "live")).isEqualTo(LOST);
      JsonObject top = json("top", ledgers, "--once");
      assertThat(only(top, "processes", "live")).isEqualTo(LOST);
      assertThat(only(top, "processes", "collected")).isEqualTo(LOST);

      Files.createFile(gate);
      assertThat(program.awaitEnd().expectSuccess().err())
          .contains("1 LEAK: 10,000 open", "10,000 collected, never closed");
    }
    assertThat(tracked.json().findings().get(0).get("count").getAsLong()).isEqualTo(LOST);
    assertThat(read(tracked, "txt")).contains("10,000 collected, never closed");
    assertThat(read(tracked, "collapsed")).endsWith(" " + LOST + "\n");
    JsonObject speedscope =
        JsonParser.parseString(read(tracked, "speedscope.json")).getAsJsonObject();
    assertThat(speedscope.getAsJsonArray("profiles").asList())
        .extracting(profile -> profile.getAsJsonObject().get("endValue").getAsLong())
        .contains((long) LOST);
    assertThat(RecordingFile.readAllEvents(tracked.file("at-exit.jfr")))
        .filteredOn(event -> event.getEventType().getName().equals("ttalloc.LedgerStatistics"))
        .extracting(event -> event.getLong("live"), event -> event.getLong("collected"))
        .containsExactly(tuple((long) LOST, (long) LOST));
  }

  private void pageShows(Server server, Map<Long, String> rows) throws Exception {
    if (ShownProcesses.canBeSeen(LostCountsIT.class)) {
      URI monitor = URI.create("http://" + server.address() + "/");
      try (ShownProcesses page = ShownProcesses.at(monitor)) {
        page.await(rows);
      }
    }
  }

  private static String wrong(Metrics metrics, long pid) {
    long live = metrics.sum("tt_alloc_live", pid);
    return live == LOST ? "" : live + " live";
  }

  private static JsonObject json(String command, Path ledgers, String... options) {
    List<String> all = new ArrayList<>(List.of(command, "--json", "--dir=" + ledgers));
    all.addAll(List.of(options));
    return Monitor.here(all.toArray(String[]::new)).expectSuccess().json();
  }

  private static long only(JsonObject said, String list, String name) {
    assertThat(said.getAsJsonArray(list)).hasSize(1);
    JsonElement process = said.getAsJsonArray(list).get(0);
    return process.getAsJsonObject().get(name).getAsLong();
  }

  private static String read(TrackedRun tracked, String suffix) throws IOException {
    return Files.readString(tracked.file("at-exit." + suffix));
  }

  /** Loses lanes, and ends when the test allows it. */
  static final class Program {
    private Program() {}

    public static void main(String[] args) throws JMException {
      IntStream.range(0, LOST).forEach(i -> new Lane());
      System.gc();
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      ObjectName bean = new ObjectName("io.ttalloc:type=Ledger");
      Await.until(
          () ->
              server.isRegistered(bean)
                  && server.getAttribute(bean, "Collected").equals((long) LOST));
      System.out.println("bean " + LOST + " " + server.getAttribute(bean, "Open"));
      Await.until(() -> Files.exists(Path.of(args[0])));
    }

    static final class Lane implements AutoCloseable {
      @Override
      public void close() {}
    }
  }
}
