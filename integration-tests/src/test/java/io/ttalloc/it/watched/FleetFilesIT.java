package io.ttalloc.it.watched;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.api.TtAlloc;
import io.ttalloc.it.evidence.LedgerFolder;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.runtime.mesh.MeshDevice;
import io.ttalloc.runtime.mesh.MeshDeviceConfig;
import io.ttalloc.runtime.profile.MeshShape;
import io.ttalloc.runtime.ttnn.Tensor;
import io.ttalloc.runtime.ttnn.TensorShape;
import io.ttalloc.runtime.ttnn.Ttnn;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the files for monitoring a fleet of machines. A real Prometheus answers the queries in
 * these files.
 */
class FleetFilesIT {
  private static final Path FLEET = Repository.root().resolve("distribution/src/main/fleet");
  private static final Pattern METRIC = Pattern.compile("\\btt_alloc_\\w+");

  @TempDir private Path folder;

  /**
   * Provides metrics of each kind: of a running process, of a process that leaked, and of a process
   * without a ledger.
   */
  @Variant
  @Test
  void everyQueryOfTheDashboardHasAResultEveryMetricExistsAndAlertsFire() throws Exception {
    if (!Prometheus.isThere()) {
      System.out.println("FleetFilesIT is skipped: no prometheus on the PATH");
    }
    assumeTrue(Prometheus.isThere(), "no prometheus on the PATH");
    TrackedRun tracked = TrackedRun.in(folder);
    tracked.ledgers().keepAll();
    Path socket = folder.resolve("socket");
    try (Server server = serverOn(tracked, socket);
        Prometheus prometheus =
            Prometheus.scraping(server.address(), folder, List.of(alertsAtOnce()));
        RunningJvm leaks = mesh(tracked);
        RunningJvm runs = mesh(tracked);
        SocketChannel nativeProcess = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      nativeProcess.write(allocation());
      runs.awaitLine("^opened$");
      leaks.awaitLine("^opened$");
      leaks.terminate();
      server.awaitLine("^- \\[PID " + leaks.pid() + "] has ended");
      prometheus.awaitResult("tt_alloc_leaks{pid=\"" + leaks.pid() + "\"} > 0");

      for (String query : queries()) {
        prometheus.awaitResult(query);
      }
      Set<String> known = metrics(server.get("/metrics"));
      assertThat(known).hasSizeGreaterThan(30);
      assertThat(known).containsAll(metrics(Files.readString(FLEET.resolve("dashboard.json"))));
      assertThat(known).containsAll(metrics(expressions("alerts.yml")));
      theAlertsFireWhileAProgramLosesResourcesAndWhenItIsKilled(prometheus, tracked.ledgers());
    }
  }

  /**
   * The program sets no marks. How long each condition must last is tested by the promtool tests of
   * the rules.
   */
  private void theAlertsFireWhileAProgramLosesResourcesAndWhenItIsKilled(
      Prometheus prometheus, LedgerFolder ledgers) throws Exception {
    Path rules = TrackedRun.in(folder).rules(LosesLanes.RULES).ruleFile();
    TestJvm loses =
        TestJvm.on(Jdks.ofThisBuild())
            .agentOptions("rules=" + rules + "," + ledgers.option())
            .main(LosesLanes.class);
    try (RunningJvm program = loses.start()) {
      for (String alert : List.of("Leaks", "CollectedUnclosed", "Overdue")) {
        prometheus.await(firing(alert, program), 1);
      }
      program.kill();
      prometheus.await(firing("KilledProcessLeftSomething", program), 1);
    }
  }

  private static String firing(String alert, RunningJvm program) {
    return "sum(ALERTS{alertname=\"TtAlloc%s\",alertstate=\"firing\",pid=\"%d\"})"
        .formatted(alert, program.pid());
  }

  /** The shipped rules, without the time for which a condition must last. */
  private Path alertsAtOnce() throws IOException {
    String rules =
        Files.readString(FLEET.resolve("alerts.yml")).replaceAll("( for:) [0-9]+m", "$1 0s");
    return Files.writeString(folder.resolve("alerts.yml"), rules);
  }

  /** Each alert has its own test case, with the text of the alert. */
  @Test
  void eachAlertFiresWhenItShouldAndNotOtherwise() throws Exception {
    if (!Prometheus.isThere()) {
      System.out.println("FleetFilesIT skips the alerts: no promtool on the PATH");
    }
    assumeTrue(Prometheus.isThere(), "no promtool on the PATH");
    Path cases = Repository.root().resolve("distribution/src/test/fleet/alerts-test.yml");

    assertThat(Prometheus.promtool(cases, "test", "rules", cases.toString()))
        .startsWith("status 0: ")
        .contains("SUCCESS");
    assertThat(Files.readString(cases))
        .contains(
            Files.readAllLines(FLEET.resolve("alerts.yml")).stream()
                .filter(line -> line.contains("- alert: "))
                .map(line -> "      - alertname: " + line.strip().substring("- alert: ".length()))
                .toList());
  }

  private static Server serverOn(TrackedRun tracked, Path socket) throws InterruptedException {
    return Server.started(
        TestJvm.on(Jdks.ofThisBuild())
            .monitor(
                "serve", "--port=0", "--socket=" + socket, "--dir=" + tracked.ledgers().path()));
  }

  private static RunningJvm mesh(TrackedRun tracked) throws IOException {
    return tracked.on(Jdks.ofThisBuild()).classPath(Repository.demoJar()).main(Mesh.class).start();
  }

  private static Set<String> metrics(String text) {
    return METRIC.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
  }

  /** The lines of a file that are not comments. */
  private static String expressions(String file) throws IOException {
    return Files.readString(FLEET.resolve(file))
        .lines()
        .filter(line -> !line.strip().startsWith("#"))
        .collect(Collectors.joining("\n"));
  }

  /**
   * The queries, with variables replaced as Grafana would: all machines, and an interval of a few
   * scrapes.
   */
  private static Set<String> queries() throws IOException {
    JsonObject dashboard =
        JsonParser.parseString(Files.readString(FLEET.resolve("dashboard.json"))).getAsJsonObject();
    Set<String> queries = new TreeSet<>();
    for (JsonElement panel : dashboard.getAsJsonArray("panels")) {
      for (JsonElement target : panel.getAsJsonObject().getAsJsonArray("targets")) {
        String query = target.getAsJsonObject().get("expr").getAsString();
        queries.add(query.replace("$__rate_interval", "1m").replace("$instance", ".*"));
      }
    }
    assertThat(queries).hasSizeGreaterThan(15).noneMatch(query -> query.contains("$"));
    return queries;
  }

  /** Returns the 72-byte struct that a C++ process sends. */
  private static ByteBuffer allocation() {
    ByteBuffer message = ByteBuffer.allocate(72).order(ByteOrder.LITTLE_ENDIAN);
    int pid = (int) ProcessHandle.current().pid();
    message.put(0, (byte) 1).putInt(4, 3).putLong(8, 4_096).put(16, (byte) 0);
    return message.putInt(20, pid).putLong(24, 0x1000).putLong(32, 1);
  }

  /**
   * Checks the alerts and the Prometheus scrape configuration. Files for other vendors cannot be
   * checked here.
   */
  @Test
  void theOtherFilesNameTheMonitorsPathsAndPort() throws IOException {
    String parca = Files.readString(FLEET.resolve("parca.yaml"), UTF_8);
    String alloy = Files.readString(FLEET.resolve("alloy.config"), UTF_8);
    for (String file : List.of(parca, alloy)) {
      assertThat(file).contains("/debug/pprof/inuse", "127.0.0.1:7287", "tt-alloc");
    }
  }

  /** Opens a mesh with two tensors, frees one, and waits. */
  static final class Mesh {
    private static final TensorShape SHAPE = TensorShape.of(1, 1, 64, 64);
    private static final List<Object> OPEN = new ArrayList<>();

    private Mesh() {}

    public static void main(String[] args) throws InterruptedException {
      open();
      TtAlloc.mark("opened");
      System.out.println("opened");
      new CountDownLatch(1).await();
    }

    private static void open() {
      MeshDevice device = MeshDevice.open(MeshDeviceConfig.of(new MeshShape(1, 1)));
      OPEN.add(device);
      OPEN.add(Tensor.fromHost(device, SHAPE, new short[SHAPE.elements()]));
      Ttnn.deallocate(Tensor.fromHost(device, SHAPE, new short[SHAPE.elements()]));
    }
  }
}
