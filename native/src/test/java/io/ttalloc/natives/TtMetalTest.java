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
import java.io.UncheckedIOException;
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

/** Tests a monitor that watches TT-Metal's own processes. */
class TtMetalTest {
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");

  @TempDir private Path folder;

  private final StringWriter lines = new StringWriter();
  private RunningServer server;

  /** Starts a monitor. Its first state includes the ledgers that already exist. */
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

  @Test
  void aQueryOnADeviceIsAnsweredWithTheCapacitiesThatLedgersKnow() throws Exception {
    SampleLedger one =
        SampleLedger.of(folder, 7, NOON, "app.One")
            .openOn(2, "DRAM", "buffer", 4_032)
            .openOn(2, "L1", "buffer", 936)
            .openOn(2, "TRACE", "buffer", 436);
    SampleLedger two =
        SampleLedger.of(folder, 8, NOON, "app.Two")
            .openOn(2, "DRAM", "buffer", 4_032)
            .openOn(2, "L1", "buffer", 64)
            .openOn(3, "DRAM", "buffer", -1);
    LedgerLock first = one.running();
    LedgerLock second = two.running();
    start();
    try {
      // The ledgers agree on DRAM but not on L1: if only L1 is unknown, both have been read.
      Await.until(() -> deviceInfo(2).getLong(88) != 0 && deviceInfo(2).getLong(96) == 0);
      ByteBuffer answer = deviceInfo(2);
      assertThat(answer.getLong(88)).as("DRAM, on which both agree").isEqualTo(4_096);
      assertThat(answer.getLong(96)).as("L1, on which they do not").isZero();
      assertThat(answer.getInt(104)).as("architecture, which no ledger knows").isZero();
      assertThat(answer.getInt(120)).as("available").isOne();
      assertThat(answer.getInt(124)).as("devices of which a capacity is known").isOne();

      two.ended(2);
      second.close();
      Await.until(() -> deviceInfo(2).getLong(96) != 0);
      assertThat(deviceInfo(2).getLong(96)).as("L1 of the process that runs").isEqualTo(1_000);
    } finally {
      one.ended(2);
      first.close();
    }
  }

  /** Sends a query about a device as a struct of 144 bytes, and returns the answer. */
  private ByteBuffer deviceInfo(int device) {
    try (SocketChannel client =
        SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("socket")))) {
      ByteBuffer query = ByteBuffer.allocate(144).order(ByteOrder.LITTLE_ENDIAN);
      client.write(query.put(0, (byte) 6).putInt(4, device));
      ByteBuffer answer = ByteBuffer.allocate(144).order(ByteOrder.LITTLE_ENDIAN);
      while (answer.hasRemaining() && client.read(answer) >= 0) {
        // The answer may arrive in parts.
      }
      assertThat(answer.get(0)).isEqualTo((byte) 7);
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until a region exists and reports an allocation. */
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
