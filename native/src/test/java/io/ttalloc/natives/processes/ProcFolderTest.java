package io.ttalloc.natives.processes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcFolderTest {
  private static final String FIELDS = " S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20 21";

  @TempDir Path folder;

  @Test
  void findsThisProcessAndWhenItStarted() {
    long pid = ProcessHandle.current().pid();
    RunningProcess found = ProcessTable.ofThisMachine().find((int) pid).orElseThrow();
    long start =
        ProcessHandle.current().info().startInstant().orElseThrow().toEpochMilli() * 1_000_000;
    assertThat(Math.abs(found.startedAtNanos() - start)).isLessThan(TimeUnit.SECONDS.toNanos(2));
    assertThat(found.mayBe(ProcessTable.ofThisMachine().find((int) pid).orElseThrow())).isTrue();
    assertThat(found.startedAfter(start)).isFalse();
    assertThat(found.startedAfter(start - TimeUnit.SECONDS.toNanos(10))).isTrue();
  }

  @Test
  void aNameMayHaveParenthesesAndBlanks() throws Exception {
    stat(42, "42 (a) S (b)" + FIELDS);
    RunningProcess found = new ProcFolder(folder).find(42).orElseThrow();
    assertThat(found.name()).isEqualTo("a) S (b");
    assertThat(found.startTicks()).isEqualTo(4711);
    assertThat(found.startedAtNanos()).isEqualTo(1_000_000_000_000L + 47_110_000_000L);
  }

  @Test
  void aZombieHasEnded() throws Exception {
    stat(42, "42 (dead)" + FIELDS.replace(" S ", " Z "));
    assertThat(new ProcFolder(folder).find(42)).isEmpty();
  }

  @Test
  void whatIsNotThereDoesNotRun() throws Exception {
    stat(42, "42 (x)" + FIELDS);
    ProcFolder processes = new ProcFolder(folder);
    assertThat(processes.find(43)).isEmpty();
    assertThat(processes.find(0)).isEmpty();
    assertThat(processes.find(-1)).isEmpty();
  }

  @Test
  void whatCannotBeReadIsNoProofOfAnEnd() throws Exception {
    stat(42, "nonsense");
    Optional<RunningProcess> found = new ProcFolder(folder).find(42);
    assertThat(found).isPresent();
    assertThat(found.orElseThrow().mayBe(new RunningProcess(42, 1, 1, ""))).isTrue();
  }

  @Test
  void aFileThatCannotBeReadIsNoProofOfAnEnd() throws Exception {
    stat(42, "42 (x)" + FIELDS);
    Files.createDirectories(folder.resolve("43/stat"));
    RunningProcess found = new ProcFolder(folder).find(43).orElseThrow();
    assertThat(found.startTicks()).isEqualTo(RunningProcess.UNKNOWN);
  }

  @Test
  void withoutTheTimeOfTheBootOnlyTheTicksAreKnown() throws Exception {
    for (String noTime : new String[] {"cpu 1 2\n", "btime soon\n"}) {
      stat(42, "42 (x)" + FIELDS);
      Files.writeString(folder.resolve("stat"), noTime);
      RunningProcess found = new ProcFolder(folder).find(42).orElseThrow();
      assertThat(found.startTicks()).as(noTime).isEqualTo(4711);
      assertThat(found.startedAtNanos()).as(noTime).isEqualTo(RunningProcess.UNKNOWN);
    }
  }

  @Test
  void withoutTheFolderTheJdkIsAsked() throws Exception {
    ProcFolder absent = new ProcFolder(folder.resolve("absent"));
    int pid = (int) ProcessHandle.current().pid();
    long start =
        ProcessHandle.current().info().startInstant().orElseThrow().toEpochMilli() * 1_000_000;
    assertThat(absent.find(pid).orElseThrow().startedAtNanos()).isEqualTo(start);
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    assertThat(absent.find((int) ended.pid())).isEmpty();
  }

  @Test
  void anotherStartIsAnotherProcess() {
    RunningProcess first = new RunningProcess(42, 1, 1, "");
    assertThat(new RunningProcess(42, 2, 2, "").mayBe(first)).isFalse();
  }

  private void stat(int pid, String text) throws IOException {
    Files.createDirectories(folder.resolve("self"));
    Files.writeString(folder.resolve("self/stat"), text);
    Files.writeString(folder.resolve("stat"), "cpu 1 2\nbtime 1000\n");
    Files.createDirectories(folder.resolve(Integer.toString(pid)));
    Files.writeString(folder.resolve(pid + "/stat"), text);
  }
}
