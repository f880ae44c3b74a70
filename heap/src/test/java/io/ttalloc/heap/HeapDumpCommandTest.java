package io.ttalloc.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.heap.report.HeapReportFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeapDumpCommandTest {
  @TempDir private Path folder;

  /** The command's message about a dump, without the name of the file; empty if it succeeds. */
  private String message(byte[] dump) throws IOException {
    Path file = folder.resolve("a.hprof");
    Files.write(file, dump);
    return message(file).replace("tt-alloc: " + file + " ", "");
  }

  private String message(Path dump) throws IOException {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    Path out = folder.resolve("out");
    Files.deleteIfExists(out);
    int status =
        HeapDumpCommand.run(
            new String[] {dump.toString(), out.toString()},
            new PrintStream(errors, true, StandardCharsets.UTF_8));
    String text = errors.toString(StandardCharsets.UTF_8);
    assertThat(status).isEqualTo(text.isEmpty() ? 0 : 1);
    assertThat(out.toFile().exists()).isEqualTo(text.isEmpty());
    assertThat(text.lines().count()).isLessThan(2);
    return text.strip();
  }

  private static byte[] small() throws IOException {
    return new DumpBuilder(8)
        .withClasses()
        .thread()
        .resource(0x500, 3, 0x400)
        .node(0x400, 0)
        .array(0x410, 0x400)
        .root(1, 0x410, 0, 0)
        .root(3, 0x400, DumpBuilder.THREAD_SERIAL, 0)
        .bytes();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void noticesThatTheReportIsNoLongerWanted() throws Exception {
    CountDownLatch noticed = new CountDownLatch(1);
    PipedOutputStream asker = new PipedOutputStream();

    HeapDumpCommand.whenEnded(new PipedInputStream(asker), noticed::countDown);
    asker.write(1);
    assertThat(noticed.getCount()).isEqualTo(1);
    asker.close();

    assertThat(noticed.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void writesAFileForTheUserAloneInAProcessOfItsOwn() throws Exception {
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx48m",
                "-cp",
                System.getProperty("java.class.path"),
                HeapDumpCommand.class.getName(),
                SceneDump.file().toString(),
                out.toString())
            .redirectErrorStream(true)
            .start();

    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEmpty();
    assertThat(process.waitFor()).isZero();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out)))
        .isEqualTo("rw-------");
    try (InputStream report = Files.newInputStream(out)) {
      assertThat(HeapReportFile.read(report)).isEqualTo(HeapDumpReader.read(SceneDump.file()));
    }
  }

  @Test
  void saysWhatIsWrongWithAFileThatIsNoDump() throws IOException {
    assertThat(message(new byte[0])).isEqualTo("is empty");
    assertThat(message(bytes("hello")))
        .isEqualTo("is not a heap dump: it does not begin with \"JAVA PROFILE\"");
    assertThat(message(new byte[] {0x1f, (byte) 0x8b, 8, 0}))
        .isEqualTo("is compressed; unpack it with gunzip first");
    assertThat(message(bytes("\0\22portable heap dump\0\0")))
        .isEqualTo("is an OpenJ9 heap dump; only HotSpot heap dumps can be read");
    assertThat(message(bytes("JAVA PROFILE 1.0.3\0\0\0\0\4\0\0\0\0\0\0\0\0")))
        .isEqualTo("is an Android heap dump; only HotSpot heap dumps can be read");
    assertThat(message(bytes("JAVA PROFILE 1.0.2\0\0\0\0\5\0\0\0\0\0\0\0\0")))
        .isEqualTo("is damaged: its ids have 5 bytes, expected 4 or 8");
    assertThat(message(folder)).isEqualTo("tt-alloc: " + folder + " is not a regular file");
    assertThat(message(folder.resolve("no")))
        .isEqualTo("tt-alloc: " + folder.resolve("no") + " does not exist");
  }

  @Test
  void saysThatTheJvmTrackedNothing() throws IOException {
    assertThat(message(new DumpBuilder(8).type(0x100, "java/lang/Object", 0).bytes()))
        .isEqualTo(
            "has no class io.ttalloc.probe.resource.Resource: its JVM ran without the agent, or the"
                + " agent tracked nothing");
  }

  @Test
  void saysThatADumpHasRecordsOfAnotherVendor() throws IOException {
    assertThat(message(new DumpBuilder(8).root(0xFE, 1).bytes()))
        .isEqualTo("has a record of kind 0xfe at byte 40, a kind that HotSpot does not write");
  }

  @Test
  void saysThatAClassIsItsOwnSuperclass() throws IOException {
    assertThat(message(new DumpBuilder(8).type(0x100, "A", 0x100).bytes()))
        .isEqualTo("is damaged: A has more than 1000 superclasses");
  }

  @Test
  void saysThatADumpIsTruncatedWhereverItEnds() throws IOException {
    byte[] whole = small();
    assertThat(message(whole)).isEmpty();
    for (int length = 1; length < whole.length; length += 3) {
      assertThat(message(Arrays.copyOf(whole, length)))
          .as("the first %d of %d bytes", length, whole.length)
          .startsWith("is truncated: ");
    }
  }

  /**
   * Truncates the dump of a real JVM at random positions; the seed is fixed, so that a failure can
   * be reproduced.
   */
  @Test
  void saysThatARealDumpIsTruncatedWhereverItEnds() throws IOException {
    Path file = folder.resolve("real.hprof");
    Files.copy(SceneDump.file(), file);
    Random random = new Random(139_571);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (int i = 0; i < 40; i++) {
        long length = channel.size() - 1 - (long) (random.nextDouble() * channel.size() / 10);
        channel.truncate(length);
        assertThat(message(file))
            .as("%d bytes", length)
            .startsWith("tt-alloc: " + file + " is trunc");
      }
    }
  }

  @Test
  void aChangedByteIsReadOrReportedButNeverFails() throws IOException {
    byte[] whole = small();
    int problems = 0;
    for (int at = 0; at < whole.length; at += 3) {
      byte[] changed = whole.clone();
      changed[at] ^= (byte) 0xFF;
      String text = message(changed);
      problems += text.isEmpty() ? 0 : 1;
      assertThat(text).doesNotContain("Exception");
    }
    assertThat(problems).isGreaterThan(50);
  }

  @Test
  void saysThatItCannotWrite() throws IOException {
    Path dump = folder.resolve("a.hprof");
    Files.write(dump, small());
    ByteArrayOutputStream errors = new ByteArrayOutputStream();

    int status =
        HeapDumpCommand.run(
            new String[] {dump.toString(), folder.resolve("no/out").toString()},
            new PrintStream(errors, true, StandardCharsets.UTF_8));

    assertThat(status).isEqualTo(1);
    assertThat(errors.toString(StandardCharsets.UTF_8))
        .startsWith("tt-alloc: " + folder.resolve("no/out") + " cannot be written: ");
  }

  @Test
  void wantsTwoArguments() {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();

    assertThat(HeapDumpCommand.run(new String[] {"a"}, new PrintStream(errors, true))).isEqualTo(1);
    assertThat(errors.toString(StandardCharsets.UTF_8).strip())
        .isEqualTo("tt-alloc: expected two arguments: the heap dump and the file to write");
  }
}
