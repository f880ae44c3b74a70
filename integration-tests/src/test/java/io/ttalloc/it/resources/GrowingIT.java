package io.ttalloc.it.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** Tests resources whose size changes in some of their method calls. */
@Variant
class GrowingIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.resources.GrowingIT$Region
          type: region
          open: [<init>]
          close: [close]
          bytes: size()
          address: address
          device: device
          space: =DRAM
          label: name
          update: [resize, move]
        - class: io.ttalloc.it.resources.GrowingIT$Log
          type: log
          open: [<init>]
          close: [close]
          bytes: size
          update: append
        - class: io.ttalloc.it.resources.GrowingIT$Program
          cycle: [endRound]
      """;

  @TempDir private Path folder;

  @OneJdk
  void whatIsReportedIsTheirLastSize(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(Program.class).run();

    JsonReport json = tracked.json();
    assertThat(json.lastingReasons()).as(result.err()).isEmpty();
    Map<String, Long> bytes = new HashMap<>();
    for (JsonObject finding : json.findings("region")) {
      String name = JsonReport.texts(finding, "labels").get(0);
      bytes.put(name, finding.get("bytes").getAsLong());
    }
    assertThat(bytes)
        .containsOnly(
            Map.entry("grown", 3_000L),
            Map.entry("shrunk", 10L),
            Map.entry("emptied", 0L),
            Map.entry("moved", 50L),
            Map.entry("shared", 77L));
    JsonObject device = json.device(0, "DRAM");
    assertThat(device.get("liveBytes").getAsLong()).isEqualTo(3_000 + 10 + 77);
    // The peak was reached when "emptied" was opened, and again when "closed" was opened.
    assertThat(device.get("peakBytes").getAsLong()).isEqualTo(3_000 + 10 + 500);
    assertThat(device.get("handles").getAsLong()).isEqualTo(4);
    assertThat(device.get("opened").getAsLong() - device.get("closed").getAsLong()).isEqualTo(4);
    assertThat(json.device(1, "DRAM").get("liveBytes").getAsLong()).isEqualTo(50);
    assertThat(json.total("opened")).isEqualTo(7);
    assertThat(json.total("closed")).isEqualTo(1);
    assertThat(json.misuse()).isEmpty();

    JsonObject log = json.findings("log").get(0);
    assertThat(log.get("growing").getAsBoolean()).isTrue();
    assertThat(log.get("bytes").getAsLong()).isEqualTo(Program.ROUNDS * 100L);
    assertThat(JsonReport.texts(log, "why"))
        .contains(
            "bytes open after each of 10 cycles: 100, 200, 300, ... 1,000; the number rose in"
                + " 10 of 10");
    assertThat(result.err()).contains("the number rose in 10 of 10").doesNotContain("+0 in each");
  }

  /** The pack reads an address again when a JDK method that may change the address returns. */
  @OneJdk
  void socketsAndChannelsAreCalledByTheAddressThatTheyHaveAtLast(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).option("packs=jdk-net");

    JvmResult result = tracked.on(jdk).main(Connects.class).run().expectSuccess();

    List<String> found = new ArrayList<>();
    for (JsonObject finding : tracked.json().findings()) {
      if (finding.get("verdict").getAsString().equals("INFRASTRUCTURE")) {
        continue; // the default group of asynchronous channels
      }
      List<String> labels = JsonReport.texts(finding, "labels");
      assertThat(labels).as(finding.toString()).hasSize(1);
      found.add(finding.get("type").getAsString() + " " + labels.get(0));
    }
    assertThat(found)
        .as(result.err())
        .containsExactlyInAnyOrderElementsOf(result.out().lines().toList());
  }

  /** Leaves sockets and channels open, and prints the address of each. */
  static final class Connects {
    private static final InetSocketAddress ANY =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final List<Object> KEPT = new ArrayList<>();

    private Connects() {}

    public static void main(String[] args) throws Exception {
      ServerSocketChannel server = ServerSocketChannel.open().bind(ANY);
      SocketAddress there = server.getLocalAddress();
      keep("server socket channel", server, there);

      Socket socket = new Socket();
      socket.bind(ANY);
      socket.connect(there);
      keep("socket", socket, there);

      SocketChannel channel = SocketChannel.open();
      channel.configureBlocking(false);
      channel.connect(there);
      keep("socket channel", channel, there);

      AsynchronousSocketChannel later = AsynchronousSocketChannel.open();
      later.connect(there).get();
      keep("asynchronous socket channel", later, there);

      AsynchronousServerSocketChannel accepts = AsynchronousServerSocketChannel.open().bind(ANY);
      keep("asynchronous server socket channel", accepts, accepts.getLocalAddress());

      DatagramChannel datagrams = DatagramChannel.open().bind(new InetSocketAddress(0));
      datagrams.connect(there);
      keep("datagram channel", datagrams, datagrams.getLocalAddress());
    }

    private static void keep(String type, Object opened, SocketAddress address) {
      KEPT.add(opened);
      System.out.println(type + " " + address);
    }
  }

  static final class Region implements AutoCloseable {
    private static long next;

    final String name;
    final long address = next += 4096;
    int device;
    private volatile long size;

    Region(String name, long size) {
      this.name = name;
      this.size = size;
      resize(size);
    }

    long size() {
      return size;
    }

    void resize(long now) {
      size = now;
    }

    void move(int to) {
      device = to;
    }

    @Override
    public void close() {
      size = 1;
    }
  }

  static final class Log implements AutoCloseable {
    long size;

    void append(int bytes) {
      size += bytes;
    }

    @Override
    public void close() {}
  }

  static final class Program {
    static final int ROUNDS = 10;
    private static final int CALLS = 20_000;
    private static final List<Object> KEPT = new ArrayList<>();

    private Program() {}

    public static void main(String[] args) throws InterruptedException {
      keep(new Region("grown", 1_000)).resize(3_000);
      keep(new Region("shrunk", 500)).resize(10);
      keep(new Region("emptied", 500)).resize(0);
      Region moved = keep(new Region("moved", 50));
      moved.move(1);
      Region closed = keep(new Region("closed", 500));
      closed.close();
      closed.resize(900);
      shared(keep(new Region("shared", 1)));
      Log log = keep(new Log());
      for (int i = 0; i < ROUNDS; i++) {
        log.append(100);
        endRound();
      }
    }

    private static void endRound() {}

    /** Changes the size from two threads, up and down. */
    private static void shared(Region region) throws InterruptedException {
      Thread other = new Thread(() -> change(region, 40));
      other.start();
      change(region, 7);
      other.join();
      region.move(0);
      region.resize(77);
    }

    private static void change(Region region, int max) {
      for (int i = 0; i < CALLS; i++) {
        region.resize(i % max);
        if (i % 100 == 0) {
          region.move(i / 100 % 2);
        }
      }
    }

    private static <T> T keep(T kept) {
      KEPT.add(kept);
      return kept;
    }
  }
}
