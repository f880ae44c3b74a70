package io.ttalloc.natives;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.natives.processes.ProcessTable;
import io.ttalloc.natives.regions.MemoryRegion;
import io.ttalloc.natives.regions.PublishedId;
import io.ttalloc.natives.regions.RegionReader;
import io.ttalloc.natives.regions.RegionReading;
import io.ttalloc.serve.NativeMonitoring;
import io.ttalloc.serve.RunningServer;
import io.ttalloc.testing.Await;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.IOException;
import java.io.StringWriter;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A monitor that watches TT-Metal's own processes. */
class TtMetalTest {
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");

  @TempDir private Path folder;

  private final StringWriter lines = new StringWriter();
  private RunningServer server;

  /** Ledgers that are there by then are in the first state. */
  private void start() throws IOException {
    NativeMonitoring.Settings natives =
        new NativeMonitoring.Settings(true, folder.resolve("socket"), true, folder);
    server = RunningServer.start(folder, out -> new TtMetal().start(natives, out), lines);
  }

  @AfterEach
  void stop() throws InterruptedException {
    server.close();
  }

  private String get(String path) throws IOException, InterruptedException {
    return server.get(path).body();
  }

  /** Sends messages of 72 bytes, the size of the struct that a C++ process sends. */
  @Test
  void itsProcessesAreCountedBesideThoseWithALedger() throws Exception {
    start();
    int pid = (int) ProcessHandle.current().pid();
    String printed =
        "\u2713 [PID " + pid + "] Allocated 1024 bytes of DRAM on device 3 (buffer_id=8192)";
    try (SocketChannel client =
        SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("socket")))) {
      client.write(allocation(pid, 0x1000, 4_096));
      client.write(allocation(pid, 0x2000, 1_024));
      Await.until(() -> lines.toString().contains(printed));

      assertThat(get("/metrics"))
          .containsPattern("tt_alloc_native_live\\{device=\"3\",pid=\"" + pid + "\".*} 2.0\n")
          .containsPattern(
              "tt_alloc_native_live_bytes\\{device=\"3\",.*space=\"DRAM\".*} 5120.0\n");
      server.close();
    }
    assertThat(lines.toString().lines())
        .contains("  Device 3:", "    Buffers: 2", "    DRAM: 5,120 B", "  Active allocations: 2");
    assertThat(folder.resolve("socket")).doesNotExist();
  }

  @Test
  void devicesOfLedgersAreRegionsWhileTheServerRuns() throws Exception {
    SampleLedger ledger =
        SampleLedger.of(folder, 7, NOON, "app.Main").openOn(2, "DRAM", "buffer", 0);
    LedgerLock lock = ledger.running();
    String id = Long.toUnsignedString(PublishedId.of(2));
    Path region = folder.resolve("tt_device_" + id + "_memory");
    start();
    try {
      MemoryRegion published = awaitRegion(region);
      assertThat(published.version()).isEqualTo(3);
      assertThat(published.totals().dram()).isEqualTo(64);
      assertThat(get("/api/native"))
          .as("they are no processes of TT-Metal")
          .contains("\"processes\":[]", "\"chips\":[]", "\"published\":1");
      assertThat(get("/metrics")).doesNotContain("tt_alloc_native_");
      server.close();
      assertThat(region).doesNotExist();
    } finally {
      ledger.ended(2);
      lock.close();
    }
  }

  /** Waits until a region is there and says that something is allocated. */
  private MemoryRegion awaitRegion(Path region) {
    RegionReader reader = new RegionReader(folder, ProcessTable.ofThisMachine());
    AtomicReference<MemoryRegion> found = new AtomicReference<>();
    Await.until(
        () -> {
          if (reader.read(region) instanceof RegionReading.Parsed parsed) {
            found.set(parsed.region());
            return parsed.region().totals().total() > 0;
          }
          return false;
        });
    return found.get();
  }

  private static ByteBuffer allocation(int pid, long address, long bytes) {
    ByteBuffer message = ByteBuffer.allocate(72).order(ByteOrder.LITTLE_ENDIAN);
    message.put(0, (byte) 1).putInt(4, 3).putLong(8, bytes).put(16, (byte) 0);
    return message.putInt(20, pid).putLong(24, address).putLong(32, 1);
  }
}
