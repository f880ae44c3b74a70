package io.ttalloc.natives.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.natives.processes.RunningProcess;
import io.ttalloc.natives.socket.accounting.AllocationSnapshot;
import io.ttalloc.natives.socket.accounting.MemoryKind.Family;
import io.ttalloc.natives.socket.accounting.ProcessRow;
import io.ttalloc.natives.socket.wire.DeviceInfo;
import io.ttalloc.natives.socket.wire.MessageBytes;
import io.ttalloc.testing.Await;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the server with real sockets. The tests wait for conditions, never for a fixed time. */
class AllocationServerTest {
  private static final int PID = 4711;

  @TempDir Path folder;

  private final Map<Integer, RunningProcess> machine = new ConcurrentHashMap<>();
  private final RecordingListener recorder = new RecordingListener();

  AllocationServerTest() {
    machine.put(PID, new RunningProcess(PID, 1, 1, "worker"));
  }

  @ParameterizedTest
  @ValueSource(ints = {72, 112, 128, 144})
  void aQueryIsAnsweredInItsOwnLength(int stride) throws Exception {
    DeviceInfo info = new DeviceInfo(2, 3, 8, 1 << 30, 1 << 20, 8L << 30, 5, 6, 7, 8);
    try (AllocationServer server = start(settings().devices(() -> List.of(info)));
        SocketChannel client = connect();
        SocketChannel asker = connect()) {
      TestSocket.write(
          client,
          new MessageBytes(stride).add(1, 2, 4_096, 0, PID, 64).add(8, 2, 32, 1, PID, 64).bytes());
      await(server, snapshot -> snapshot.activeAllocations() == 1);
      TestSocket.write(asker, new MessageBytes(stride).add(3, 2, 0, 0, 1, 0).bytes());
      ByteBuffer answer = TestSocket.read(asker, stride);
      assertThat(answer.get(0)).isEqualTo((byte) 4);
      assertThat(answer.getLong(40)).isEqualTo(4_096);
      TestSocket.write(asker, new MessageBytes(stride).add(6, -1, 0, 0, 1, 0).bytes());
      ByteBuffer count = TestSocket.read(asker, stride);
      assertThat(count.get(0)).isEqualTo((byte) 7);
      if (stride == 144) {
        assertThat(answer.getLong(72)).isEqualTo(32);
        assertThat(answer.getLong(88)).isEqualTo(8L << 30);
        assertThat(count.getInt(120)).as("device -1 is none").isZero();
        assertThat(count.getInt(124)).isOne();
      }
    }
  }

  @Test
  void aDeviceThatWasNamedIsKnownWithoutSizes() throws Exception {
    try (AllocationServer server = start();
        SocketChannel client = connect()) {
      TestSocket.write(
          client, new MessageBytes(144).add(1, 6, 10, 0, PID, 1).add(6, 6, 0, 0, 1, 0).bytes());
      ByteBuffer answer = TestSocket.read(client, 144);
      assertThat(answer.getInt(120)).as("available").isOne();
      assertThat(answer.getInt(124)).as("devices").isOne();
      assertThat(answer.getLong(88)).as("total").isZero();
      assertThat(server.snapshot().devices()).containsExactly(6);
    }
  }

  @Test
  void anAskerThatEndsItsSideIsAnswered() throws Exception {
    try (AllocationServer server = start();
        SocketChannel asker = connect()) {
      TestSocket.write(asker, new MessageBytes(112).add(3, 0, 0, 0, 1, 0).bytes());
      asker.shutdownOutput();
      assertThat(TestSocket.read(asker, 112).get(0)).isEqualTo((byte) 4);
      assertThat(server.snapshot().processes()).isEmpty();
    }
  }

  @Test
  void aClientThatDoesNotReadItsAnswersHoldsUpNoOther() throws Exception {
    int count = 20_000; // their answers do not fit into any buffer on the way
    byte[] queries =
        TestSocket.repeated(new MessageBytes(144).add(3, 0, 0, 0, 1, 0).bytes(), count);
    try (AllocationServer server = start();
        SocketChannel asker = connect();
        SocketChannel client = connect()) {
      CompletableFuture<Void> asked =
          CompletableFuture.runAsync(() -> TestSocket.writeAll(asker, queries));
      TestSocket.write(client, new MessageBytes(72).add(1, 0, 10, 0, PID, 1).bytes());
      await(server, snapshot -> snapshot.activeAllocations() == 1);
      assertThat(asked).as("no one has read").isNotDone();
      for (int i = 0; i < count; i++) {
        assertThat(TestSocket.read(asker, 144).get(0)).isEqualTo((byte) 4);
      }
      asked.join();
    }
  }

  @Test
  void noiseEndsOnlyItsOwnConnection() throws Exception {
    try (AllocationServer server = start();
        SocketChannel client = connect()) {
      TestSocket.write(client, new MessageBytes(72).add(1, 0, 10, 0, PID, 1).bytes());
      await(server, snapshot -> snapshot.activeAllocations() == 1);
      try (SocketChannel noise = connect()) {
        TestSocket.write(noise, "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(noise.read(ByteBuffer.allocate(1))).isNegative();
      }
      TestSocket.write(client, new MessageBytes(72).add(1, 0, 10, 0, PID, 2).bytes());
      await(server, snapshot -> snapshot.activeAllocations() == 2);
    }
    assertThat(recorder.problems)
        .containsExactly(
            "connection 2: byte 0 (byte 0 of a message, after 0 complete messages): found 0x47,"
                + " expected a message type from 1 to 12; closed");
  }

  @Test
  void aSourceOfDevicesThatFailsEndsOnlyTheConnectionThatAsked() throws Exception {
    DeviceSource failing =
        () -> {
          throw new IllegalStateException("no driver");
        };
    try (AllocationServer server = start(settings().devices(failing));
        SocketChannel client = connect();
        SocketChannel asker = connect()) {
      TestSocket.write(asker, new MessageBytes(144).add(3, 0, 0, 0, 1, 0).bytes());
      assertThat(asker.read(ByteBuffer.allocate(1))).isNegative();
      TestSocket.write(client, new MessageBytes(72).add(1, 0, 10, 0, PID, 1).bytes());
      await(server, snapshot -> snapshot.activeAllocations() == 1);
    }
    assertThat(recorder.problems)
        .containsExactly("connection 2: java.lang.IllegalStateException: no driver; closed");
  }

  @Test
  void thereAreNoMoreConnectionsThanAllowed() throws Exception {
    try (AllocationServer server = start(settings().connections(1));
        SocketChannel first = connect()) {
      TestSocket.write(first, new MessageBytes(72).add(1, 0, 10, 0, PID, 1).bytes());
      await(server, snapshot -> snapshot.activeAllocations() == 1);
      for (int i = 0; i < 3; i++) {
        try (SocketChannel second = connect()) {
          assertThat(second.read(ByteBuffer.allocate(1))).isNegative();
        }
      }
    }
    assertThat(recorder.problems)
        .containsExactly(
            "a connection was refused: the maximum number of connections (1) has been reached");
  }

  @Test
  void theEndOfAProcessIsReported() throws Exception {
    int elsewhere = 7; // in a container with its own process ids
    try (AllocationServer server = start()) {
      try (SocketChannel client = connect()) {
        TestSocket.write(
            client,
            new MessageBytes(72).add(1, 0, 10, 0, PID, 1).add(1, 0, 10, 0, elsewhere, 1).bytes());
        await(server, snapshot -> snapshot.activeAllocations() == 2);
        machine.remove(PID);
      }
      await(server, snapshot -> snapshot.processes().stream().allMatch(ProcessRow::ended));
      assertThat(server.snapshot().processes())
          .extracting(row -> row.live(Family.BUFFER))
          .containsExactly(1L, 1L);
    }
    assertThat(recorder.events).hasSize(4);
  }

  @Test
  void aDumpGoesToTheListener() throws Exception {
    try (AllocationServer server = start();
        SocketChannel client = connect()) {
      TestSocket.write(
          client,
          new MessageBytes(112)
              .add(1, 0, 10, 0, PID, 1)
              .add(10, 0, 20, 0, PID, 9)
              .add(5, 0, 0, 0, PID, 0)
              .add(12, 0, 0, 0, PID, 0)
              .bytes());
      await(server, snapshot -> !snapshot.processes().isEmpty());
    }
    assertThat(recorder.dumps)
        .extracting(dump -> dump.largest().get(0).bytes())
        .containsExactly(10L, 20L);
  }

  /** The listener blocks from its first event on. */
  @Test
  void aListenerThatWaitsStopsNoProcess() throws Exception {
    recorder.block();
    MessageBytes pairs = new MessageBytes(72);
    for (int i = 0; i < 50_000; i++) {
      pairs.add(1, 0, 10, 0, PID, 1).add(2, 0, 0, 0, PID, 1);
    }
    try (AllocationServer server = start();
        SocketChannel client = connect()) {
      TestSocket.write(client, pairs.bytes());
      await(server, snapshot -> !snapshot.processes().isEmpty() && events(snapshot) == 100_000);
      recorder.unblock();
    }
    assertThat(recorder.events.size() + recorder.missed).isEqualTo(100_000);
    assertThat(recorder.missed).isPositive();
  }

  @Test
  void whatHasArrivedBeforeTheEndIsAccounted() throws Exception {
    AllocationServer server = start();
    try (SocketChannel client = connect()) {
      byte[] bytes = new MessageBytes(72).add(1, 0, 10, 0, PID, 1).bytes();
      TestSocket.write(client, TestSocket.repeated(Arrays.copyOf(bytes, 72), 500));
      server.close();
    }
    server.close();
    assertThat(events(server.snapshot())).isEqualTo(500);
  }

  private static long events(AllocationSnapshot snapshot) {
    return snapshot.processes().stream().mapToLong(ProcessRow::events).sum();
  }

  private ServerSettings settings() {
    return ServerSettings.of(socket(), recorder)
        .processes(pid -> Optional.ofNullable(machine.get(pid)));
  }

  private AllocationServer start() throws IOException {
    return start(settings());
  }

  private static AllocationServer start(ServerSettings settings) throws IOException {
    return AllocationServer.start(settings);
  }

  private Path socket() {
    return folder.resolve("s");
  }

  private SocketChannel connect() throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(socket()));
  }

  private static void await(AllocationServer server, Predicate<AllocationSnapshot> condition) {
    Await.until(() -> condition.test(server.snapshot()));
  }
}
