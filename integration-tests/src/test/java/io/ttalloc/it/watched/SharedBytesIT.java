package io.ttalloc.it.watched;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.DemoRun;
import io.ttalloc.it.evidence.SharedDemoRuns;
import io.ttalloc.it.html.ShownProcesses;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/**
 * Resources that share regions of memory. Bytes beside a number of resources count by handle
 * everywhere, as in the headline. Memory in use has another name.
 */
@Variant
class SharedBytesIT {
  private static final long BY_HANDLE = 952_320;
  private static final long BY_REGION = 921_600;
  private static final String SHOWN = "952,320 B";

  @TempDir private Path folder;

  @OneJdk
  void haveOneNumberInReportsCommandsMetricsAndPage(Jdk jdk) throws Exception {
    DemoRun run = SharedDemoRuns.of(jdk, "accumulate", "--runs", "3");
    Path ledgers = run.ledgers().path();

    assertThat(run.result().err()).contains("2 LEAKS: 66 open, " + SHOWN + " (");
    assertThat(run.json().total("handleBytes")).isEqualTo(BY_HANDLE);
    assertThat(run.json().total("liveBytes")).isEqualTo(BY_REGION);
    assertThat(sum(run.json().root(), "findings", "bytes")).isEqualTo(BY_HANDLE);
    assertThat(sum(run.json().root(), "entries", "bytes")).isEqualTo(BY_HANDLE);

    JsonObject ps = MonitorCommand.json(ledgers, "ps", "--json");
    assertThat(sum(ps, "ledgers", "handleBytes")).isEqualTo(BY_HANDLE);
    JsonObject top = MonitorCommand.json(ledgers, "top", "--once", "--json");
    assertThat(sum(top, "processes", "handleBytes")).isEqualTo(BY_HANDLE);
    JsonObject process = top.getAsJsonArray("processes").get(0).getAsJsonObject();
    assertThat(sum(process, "sites", "bytes")).isEqualTo(BY_HANDLE);
    assertThat(sum(process, "devices", "usedBytes")).as("addresses, once").isLessThan(BY_REGION);
    assertThat(command(ledgers, "ps")).contains("  66  " + SHOWN + "  ");
    assertThat(command(ledgers, "top", "--once")).contains(" 66 930 KiB ");

    long pid = process.get("pid").getAsLong();
    try (Server server = Server.on(ledgers)) {
      server.await("/metrics", text -> wrong(new Metrics(text), pid));
      server.awaitLine("2 LEAKS: 66 open, " + SHOWN);
      if (ShownProcesses.canBeSeen(SharedBytesIT.class)) {
        URI monitor = URI.create("http://" + server.address() + "/");
        try (ShownProcesses page = ShownProcesses.at(monitor, folder)) {
          page.await(Map.of(pid, "ended, 66, 930 KiB, 2"));
        }
      }
    }
  }

  private static String wrong(Metrics metrics, long pid) {
    long bytes = metrics.sum("tt_alloc_live_bytes", pid);
    return bytes == BY_HANDLE ? "" : bytes + " bytes";
  }

  private static String command(Path ledgers, String... arguments) throws Exception {
    return MonitorCommand.jvm(ledgers, arguments).run().expectSuccess().out();
  }

  private static long sum(JsonObject object, String list, String name) {
    long sum = 0;
    for (JsonElement one : object.getAsJsonArray(list)) {
      sum += one.getAsJsonObject().get(name).getAsLong();
    }
    return sum;
  }
}
