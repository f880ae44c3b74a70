package io.ttalloc.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.cli.arguments.InstallFolder;
import io.ttalloc.cli.dump.Judgement;
import io.ttalloc.cli.dump.LedgerDump;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests standard output to a full disk, and to a pipe whose reader has closed it. */
class UnwritableOutputTest {
  private static final String MESSAGE =
      "tt-alloc: the end of the output could not be written: the disk may be full, or the reader"
          + " of the output may have ended";

  @TempDir private Path folder;

  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(strings = {"dump 7", "ps --json", "top --once", "top --json"})
  void isAnErrorOfOneLine(String line) {
    String inFolder = line.startsWith("dump") ? "" : " --dir=" + folder;
    assertThat(run(0, (line + inFolder).split(" ", -1))).isEqualTo(1);

    assertThat(err.toString().lines()).containsExactly(MESSAGE);
  }

  @Test
  void leavesAVerdictAsItIs() {
    assertThat(run(1, "dump", "7", "--fail-on=leak")).isEqualTo(23);

    assertThat(err.toString().lines()).contains(MESSAGE);
  }

  @Test
  void isNothingToTellIfTheReaderOfAPipeHasEnough() {
    assertThat(run(0, true, "dump", "7")).isEqualTo(1);

    assertThat(err.toString()).isEmpty();
  }

  private int run(int leaks, String... args) {
    return run(leaks, false, args);
  }

  /** Runs a command with a standard output that hides write errors, like System.out. */
  private int run(int leaks, boolean toPipe, String... args) {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    LedgerDump report =
        (request, notes, to) -> {
          to.write("report\n".getBytes(UTF_8));
          return new Judgement("pid 7 (app)", leaks, null);
        };
    return Main.run(
        List.of(args),
        new InstallFolder(folder),
        report,
        new PrintWriter(new PrintStream(full), true, UTF_8),
        new PrintWriter(err),
        toPipe);
  }
}
