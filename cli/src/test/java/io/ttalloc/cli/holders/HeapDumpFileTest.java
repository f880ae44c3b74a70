package io.ttalloc.cli.holders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests files that are not heap dumps; each is reported in one line. */
class HeapDumpFileTest {
  private static final String HEADER = "JAVA PROFILE 1.0.2\0\0\0\0\10\0\0\0\0\0\0\0\0";

  @TempDir private Path folder;

  private String message(Path file) {
    HeapDumpFile reader = new HeapDumpFile("", 1L << 30, new PrintWriter(new StringWriter()));
    List<String> messages = new ArrayList<>();
    assertThatThrownBy(() -> reader.read(file))
        .isInstanceOf(NoHeapException.class)
        .satisfies(e -> messages.add(String.valueOf(e.getMessage())));
    assertThat(messages.get(0)).startsWith(file + " ").doesNotContain("\n");
    return messages.get(0).substring(file.toString().length() + 1);
  }

  private Path file(String start, long length) throws IOException {
    Path file = folder.resolve("a.hprof");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.write(start.getBytes(StandardCharsets.ISO_8859_1));
      sparse.setLength(length);
    }
    return file;
  }

  @Test
  void saysWhatAFileIsInsteadOfADump() throws IOException {
    assertThat(message(folder)).isEqualTo("is not a regular file");
    assertThat(message(folder.resolve("none"))).isEqualTo("does not exist");
    assertThat(message(file("", 0))).isEqualTo("is empty");
    assertThat(message(file("hello", 5)))
        .isEqualTo("is not a heap dump: it does not begin with \"JAVA PROFILE\"");
    assertThat(message(file(HEADER, HEADER.length()))).startsWith("is truncated: ");
  }

  @Test
  void aFileThatThisUserMayNotReadIsReported() throws IOException {
    Path file = file(HEADER, 100);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isReadable(file), "the superuser may read everything");

    assertThat(message(file)).isEqualTo("cannot be read: permission denied");
  }

  /** Checking whether a huge file is a heap dump must not read all of its hundred gigabytes. */
  @Test
  void aHugeFileThatIsNoneIsReportedAtOnce() throws IOException {
    long huge = 100L << 30;
    assertThat(message(file("", huge)))
        .isEqualTo("is not a heap dump: it does not begin with \"JAVA PROFILE\"");
    assertThat(message(file(HEADER, huge)))
        // On a machine with enough memory for such a dump, a reader process is started and fails
        // because it has no class path.
        .matches(
            "is too large \\(107,374,182,400 B\\) to be read with .* B of available memory|cannot be read: .*");
  }

  @Test
  void zerosAreNoRecords() throws IOException {
    assertThat(message(file(HEADER, 1 << 20)))
        .isEqualTo("is damaged: the record at byte 31 has the unknown kind 0x0");
  }

  @Test
  void aRecordThatClaimsToBeLongerThanTheFileIsReported() throws IOException {
    assertThat(message(file(HEADER + "\34\0\0\0\0\377\377\377\377", 1 << 20)))
        .isEqualTo("is truncated: the data at byte 40 continues past the end of the file");
  }
}
