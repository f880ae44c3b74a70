package io.ttalloc.natives.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.natives.socket.AllocationServer;
import io.ttalloc.natives.socket.ServerSettings;
import io.ttalloc.natives.socket.accounting.AllocationEvent;
import io.ttalloc.natives.socket.accounting.AllocationListener;
import io.ttalloc.natives.socket.accounting.AllocationSnapshot;
import io.ttalloc.natives.socket.accounting.MemoryKind;
import io.ttalloc.natives.socket.accounting.MemoryRow;
import io.ttalloc.natives.socket.accounting.ProcessRow;
import io.ttalloc.natives.socket.wire.DeviceInfo;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeClientsTest {
  private static final int PROCESSES = 8;

  @TempDir static Path folder;

  private static CppProgram client;

  private final Lines lines = new Lines();

  @BeforeAll
  static void compile() throws Exception {
    CppProgram.requireCompiler(NativeClientsTest.class);
    client = CppProgram.compile("allocation_client", folder);
  }

  @ParameterizedTest
  @CsvSource({
    "72,whole", "72,split", "72,joined", "112,whole", "112,split", "112,joined",
    "128,whole", "128,split", "128,joined", "144,whole", "144,split", "144,joined"
  })
  void totalsAreExactInEverySizeHoweverTheBytesAreSplit(int stride, String mode) throws Exception {
    assertExact(stride, mode, 500);
  }

  /** Eight processes at once send a million events, each with its own system call. */
  @Variant
  @Test
  void ofAMillionEventsNoneIsLost() throws Exception {
    long began = System.nanoTime();
    assertExact(144, "whole", 62_500);
    System.out.printf(
        "NativeClientsTest: 1,000,008 events of %d processes in %,d ms%n",
        PROCESSES, (System.nanoTime() - began) / 1_000_000);
  }

  @ParameterizedTest
  @CsvSource({"72", "112", "128", "144"})
  void aQueryIsAnsweredAsItWasAsked(int stride) throws Exception {
    DeviceInfo chip = new DeviceInfo(1, 2, 12, 1 << 30, 1 << 20, 12L << 30, 64 << 20, 70, 71, 72);
    try (AllocationServer server =
        AllocationServer.start(settings().devices(() -> List.of(chip)))) {
      client.run(server.path(), "events", 144, 1, 10, "whole");
      String used = "dram 0 l1 0 l1_small 0 trace 0";
      String circular = stride < 128 ? "" : " cb 0 kernel 0";
      String totals =
          " total_dram 12884901888 total_l1 67108864 arch 2 channels 12 dram_per_channel 1073741824"
              + " l1_per_core 1048576 available 1 devices 2";
      String none =
          " total_dram 0 total_l1 0 arch 0 channels 0 dram_per_channel 0 l1_per_core 0 available 0"
              + " devices 2";
      assertThat(client.run(server.path(), "query", stride, 1))
          .containsExactly(
              "type 4 device 1 "
                  + used
                  + circular
                  + (stride < 112 ? "" : totals)
                  + (stride < 144 ? "" : " ring 70 71 72"));
      assertThat(client.run(server.path(), "devices", stride))
          .containsExactly(
              "type 7 device -1 "
                  + used
                  + circular
                  + (stride < 112 ? "" : none)
                  + (stride < 144 ? "" : " ring 0 0 0"));
    }
  }

  @Test
  void garbageEndsItsConnectionAndNoOther() throws Exception {
    try (AllocationServer server = AllocationServer.start(settings())) {
      assertThat(client.run(server.path(), "garbage")).containsExactly("closed");
      client.run(server.path(), "events", 128, 1, 10, "split");
      await(
          server,
          snapshot ->
              snapshot.processes().size() == 2
                  && snapshot.processes().stream().allMatch(ProcessRow::ended));
      assertThat(server.snapshot().processes())
          .extracting(ProcessRow::events)
          .containsExactlyInAnyOrder(1L, 21L);
    }
    assertThat(lines.problems)
        .containsExactly(
            "connection 1: byte 144 (byte 0 of a message, after 1 complete message): found"
                + " 0xc8, expected a message type from 1 to 12; closed");
  }

  /** Only the same user may connect, even if the file was made accessible to all users. */
  @Test
  void aProcessOfAnotherUserIsRefused() throws Exception {
    boolean possible =
        Files.getOwner(Path.of("/proc/self")).getName().equals("root")
            && Files.isExecutable(Path.of("/usr/bin/setpriv"));
    if (!possible) {
      System.out.println("NativeClientsTest: no process of another user without root and setpriv");
    }
    assumeTrue(possible, "another user's process");
    try (AllocationServer server = AllocationServer.start(settings())) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.setPosixFilePermissions(server.path(), PosixFilePermissions.fromString("rwxrwxrwx"));
      client.runAs(65_534, server.path(), "refused");
      assertThat(server.snapshot().processes()).isEmpty();
    }
    assertThat(lines.problems)
        .singleElement()
        .asString()
        .matches("a connection was refused: it comes from user \\S+, expected root");
  }

  private void assertExact(int stride, String mode, int pairs) throws Exception {
    List<String> pids;
    AllocationSnapshot end;
    try (AllocationServer server = AllocationServer.start(settings())) {
      pids = client.run(server.path(), "events", stride, PROCESSES, pairs, mode);
      await(
          server,
          snapshot ->
              snapshot.processes().size() == PROCESSES
                  && snapshot.processes().stream().allMatch(ProcessRow::ended));
      end = server.snapshot();
    }
    for (int device = 0; device < PROCESSES; device++) {
      int pid = Integer.parseInt(pids.get(device));
      ProcessRow row =
          end.processes().stream().filter(it -> it.pid() == pid).findFirst().orElseThrow();
      assertThat(row.events()).isEqualTo(2L * pairs + 1);
      assertThat(row.freedUnknown() + row.rejected() + row.notTracked()).isZero();
      assertThat(row.memory())
          .containsExactly(
              new MemoryRow(device, MemoryKind.DRAM, 1, 1_000, 5_096, pairs + 1L, pairs, 0));
    }
    assertThat(lines.problems).isEmpty();
    // The end of a process is not reported if the listener is too slow.
    assertThat(lines.ended).hasSizeLessThanOrEqualTo(PROCESSES);
    assertThat(lines.events + lines.missed).isEqualTo(PROCESSES * (2L * pairs + 2));
  }

  private ServerSettings settings() {
    return ServerSettings.of(folder.resolve("server.sock"), lines);
  }

  private static void await(AllocationServer server, Predicate<AllocationSnapshot> condition) {
    Await.until(() -> condition.test(server.snapshot()));
  }

  /** Counts all events, and stores problems and the ends of processes. */
  private static final class Lines implements AllocationListener {
    final List<String> problems = new CopyOnWriteArrayList<>();
    final List<AllocationEvent> ended = new CopyOnWriteArrayList<>();
    volatile long events;
    volatile long missed;

    @Override
    public synchronized void accounted(AllocationEvent event) {
      events++;
      if (event instanceof AllocationEvent.ProcessEnded) {
        ended.add(event);
      }
    }

    @Override
    public void problem(String line) {
      problems.add(line);
    }

    @Override
    public synchronized void missed(long calls) {
      missed += calls;
    }
  }
}
