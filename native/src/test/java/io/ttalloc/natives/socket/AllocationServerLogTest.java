package io.ttalloc.natives.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.natives.processes.RunningProcess;
import io.ttalloc.natives.socket.accounting.AllocationSnapshot;
import io.ttalloc.natives.socket.accounting.ProcessRow;
import io.ttalloc.natives.socket.wire.MessageBytes;
import io.ttalloc.testing.Await;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that hostile clients cause only a bounded number of log lines. The tests wait for
 * conditions, never for a fixed time.
 */
class AllocationServerLogTest {
  private static final int PID = 4711;

  @TempDir Path folder;

  private final Map<Integer, RunningProcess> machine = new ConcurrentHashMap<>();
  private final RecordingListener recorder = new RecordingListener();

  AllocationServerLogTest() {
    machine.put(PID, new RunningProcess(PID, 1, 1, "worker"));
  }

  @Test
  void muchNoiseFillsNoLog() throws Exception {
    try (AllocationServer server = start()) {
      for (int i = 0; i < 30; i++) {
        try (SocketChannel noise = connect()) {
          TestSocket.write(noise, "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
          assertThat(noise.read(ByteBuffer.allocate(1))).isNegative();
        }
      }
      assertThat(server.snapshot().processes()).isEmpty();
    }
    assertThat(recorder.problems)
        .hasSize(21)
        .endsWith(
            "further connections refused or closed: 10 (at most 20 lines a minute are printed)");
  }

  @Test
  void theNumberOfManyMessagesThatCannotBeTrueIsReported() throws Exception {
    byte[] bad = TestSocket.repeated(new MessageBytes(72).add(1, -1, 10, 0, PID, 1).bytes(), 1_000);
    try (AllocationServer server = start();
        SocketChannel open = connect()) {
      try (SocketChannel client = connect()) {
        TestSocket.write(client, bad);
      }
      await(server, snapshot -> rejected(snapshot) == 1_000);
      TestSocket.write(open, bad);
      await(server, snapshot -> rejected(snapshot) == 2_000);
      server.close();
    }
    assertThat(recorder.events).hasSize(10);
    assertThat(recorder.problems)
        .containsExactlyInAnyOrder(
            "connection 2: further messages ignored: 995",
            "connection 1: further messages ignored: 995");
  }

  private static long rejected(AllocationSnapshot snapshot) {
    return snapshot.processes().stream().mapToLong(ProcessRow::rejected).sum();
  }

  private AllocationServer start() throws IOException {
    return AllocationServer.start(
        ServerSettings.of(socket(), recorder)
            .processes(pid -> Optional.ofNullable(machine.get(pid))));
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
