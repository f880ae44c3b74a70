package io.ttalloc.cli.holders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.cli.attach.ProcessFacts;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.ProcessEntry.Ended;
import io.ttalloc.testing.Await;
import io.ttalloc.watch.progress.DelayedNote;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the messages for a process that does not dump its heap, and that no file is left. */
class RunningHeapTest {
  /** Greater than any process id. */
  private static final long PID = 1L << 40;

  private static final String JVM = "7f00-7f01 r-xp 00000000 00:19 1 /jdk/lib/server/libjvm.so\n";

  @TempDir private Path proc;

  private final StringWriter notes = new StringWriter();
  private final List<Path> dumps = new ArrayList<>();

  @BeforeEach
  void describeAProcess() throws IOException {
    Files.createDirectories(proc.resolve("self/ns"));
    Files.createDirectories(proc.resolve(PID + "/ns"));
    for (String process : List.of("self", Long.toString(PID))) {
      Files.createSymbolicLink(proc.resolve(process + "/ns/mnt"), Path.of("mnt:[1]"));
      write(process, "maps", JVM + "7f00-7f01 rw-s 00000000 00:19 1 /dev/shm/a.ledger\n");
      write(process, "status", "State:\tS (sleeping)\nVmRSS:\t 9 kB\nSigCgt:\t000000018100010f\n");
    }
  }

  private void write(String process, String file, String text) throws IOException {
    Files.writeString(proc.resolve(process).resolve(file), text);
  }

  private void describe(String file, String text) throws IOException {
    write(Long.toString(PID), file, text);
  }

  private static ProcessEntry process(Ended ended) {
    Instant now = Instant.EPOCH;
    return new ProcessEntry(
        PID, now, new ProcessEntry.Clock(now, 5, 0, 0), "demo", "17", ended, false, true, Set.of());
  }

  private String message(HeapDumper dumper) {
    return message(dumper, Ended.RUNNING);
  }

  private String message(HeapDumper dumper, Ended ended) {
    HeapDumper noted =
        (pid, file) -> {
          dumps.add(file);
          dumper.dump(pid, file);
        };
    HeapDumpFile reader = new HeapDumpFile("", 1L << 30, new PrintWriter(notes));
    RunningHeap heap =
        new RunningHeap(noted, pid -> new TargetProcess(new ProcessFacts(pid, proc)), reader);
    List<String> messages = new ArrayList<>();
    assertThatThrownBy(() -> heap.ask(process(ended), Path.of("/dev/shm/a.ledger")))
        .isInstanceOf(NoHeapException.class)
        .satisfies(e -> messages.add(String.valueOf(e.getMessage())));
    assertThat(dumps).allSatisfy(dump -> assertThat(dump.getParent()).doesNotExist());
    assertThat(messages.get(0)).doesNotContain("\n");
    return messages.get(0);
  }

  /** Returns the message for a process that must not receive a request. */
  private String messageUnasked() {
    String message = message((pid, file) -> {});
    assertThat(dumps).isEmpty();
    return message;
  }

  @Test
  void aDumpIsWrittenToAPrivateFolderAndDeletedIfItCannotBeRead() {
    String message =
        message(
            (pid, file) -> {
              assertThat(
                      PosixFilePermissions.toString(
                          Files.getPosixFilePermissions(file.getParent())))
                  .isEqualTo("rwx------");
              Files.writeString(file, "JAVA PROFILE");
            });

    assertThat(dumps).hasSize(1);
    assertThat(message)
        .isEqualTo("the heap dump of process " + PID + " is truncated: it ends within its header");
  }

  @Test
  void aProcessThatEndsMeanwhileIsDistinguishedFromOneThatRefuses() {
    assertThat(
            message(
                (pid, file) -> {
                  throw new IOException("Broken pipe");
                }))
        .isEqualTo("process " + PID + " ended before its heap dump was complete");
    assertThat(
            message(
                (pid, file) -> {
                  throw new NoHeapException("process " + pid + " refuses");
                }))
        .isEqualTo("process " + PID + " refuses");
  }

  @Test
  void aProcessIsNotAskedIfTheDiskLacksRoom() throws IOException {
    describe("status", "VmRSS:\t 4000000000000 kB\nSigCgt:\t000000018100010f\n");

    assertThat(message((pid, file) -> {}))
        .contains(" B is free in ")
        .contains("which may need 8,192,000,000,000,000 B")
        .endsWith("(jcmd %d GC.heap_dump FILE) and read it with --heap".formatted(PID));
    assertThat(dumps).isEmpty();
  }

  @Test
  void aProcessIsNotAskedIfItHasEnded() {
    assertThat(message((pid, file) -> {}, Ended.KILLED))
        .isEqualTo(
            "process %d has ended, expected a running process; to read a dump that was taken earlier, use --heap"
                .formatted(PID));
    assertThat(dumps).isEmpty();
  }

  @Test
  void aProcessIsNotAskedIfItsFoldersAreOthers() throws IOException {
    Path link = proc.resolve(PID + "/ns/mnt");
    Files.delete(link);
    Files.createSymbolicLink(link, Path.of("mnt:[2]"));

    assertThat(messageUnasked())
        .startsWith("process " + PID + " runs in a container or has a file system of its own");
  }

  @Test
  void aProcessIsNotAskedIfItDoesNotWriteTheLedger() throws IOException {
    describe("maps", JVM + "7f00-7f01 rw-s 00000000 00:19 1 /dev/shm/b.ledger\n");

    assertThat(messageUnasked())
        .isEqualTo(
            "process %d does not write /dev/shm/a.ledger, so its heap is not dumped"
                .formatted(PID));
  }

  @Test
  void aProcessIsNotAskedIfTheRequestWouldEndIt() throws IOException {
    describe("status", "VmRSS:\t 9 kB\nSigCgt:\t000000018100010b\n");

    assertThat(messageUnasked())
        .startsWith("process " + PID + " does not handle the signal that tools use to attach")
        .endsWith("; take a dump by other means and read it with --heap");
  }

  @Test
  void aProcessIsNotAskedIfItIsStopped() throws IOException {
    describe("status", "State:\tT (stopped)\nVmRSS:\t 9 kB\nSigCgt:\t000000018100010f\n");

    assertThat(messageUnasked())
        .isEqualTo(
            "process %d is stopped (SIGSTOP or a debugger), expected a running one".formatted(PID));
  }

  @Test
  void aLongDumpIsAnnounced() throws Exception {
    try (DelayedNote note = new DelayedNote(new PrintWriter(notes), "reading", 0)) {
      assertThat(note).isNotNull();
      Await.until(() -> !notes.toString().isEmpty());
    }
    assertThat(notes.toString().strip()).isEqualTo("tt-alloc: reading ...");
  }
}
