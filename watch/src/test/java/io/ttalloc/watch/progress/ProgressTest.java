package io.ttalloc.watch.progress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.testing.Await;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final Duration NEVER = Duration.ofDays(1);

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(written, true, UTF_8);

  private String written() {
    return written.toString(UTF_8);
  }

  private void await(Predicate<String> expected) {
    Await.until(() -> expected.test(written()));
  }

  /** The final content of the line; each carriage return returns to its beginning. */
  private static String onScreen(String written) {
    StringBuilder line = new StringBuilder();
    int column = 0;
    for (int i = 0; i < written.length(); i++) {
      char c = written.charAt(i);
      if (c == '\r') {
        column = 0;
      } else {
        line.setLength(Math.max(line.length(), column));
        line.replace(column, Math.min(line.length(), column + 1), String.valueOf(c));
        column++;
      }
    }
    return line.toString().stripTrailing();
  }

  @Test
  void isOneLineThatIsGoneAtTheEnd() {
    try (Progress progress = new Progress(out, () -> true, Duration.ZERO)) {
      progress.ledger(3, 1_200);
      progress.reached(2, 5L << 20, 512L << 20);
      await(text -> onScreen(text).equals("ledger 3 of 1,200, pass 2: 5 of 512 MB"));

      progress.say("writing");
      await(text -> onScreen(text).equals("writing"));
    }
    assertThat(onScreen(written())).isEmpty();
    assertThat(written()).endsWith("\r").doesNotContain("\n").doesNotContain("\u001b");
  }

  @Test
  void isNoLongerThanANarrowTerminal() {
    try (Progress progress = new Progress(out, () -> true, Duration.ZERO)) {
      progress.ledger(Long.MAX_VALUE, Long.MAX_VALUE);
      await(text -> text.contains("ledger 9,223"));
      assertThat(onScreen(written())).hasSizeLessThan(40);
    }
  }

  @Test
  void whatSoonEndsIsNotShownAndNothingIsAsked() {
    try (Progress progress =
        new Progress(
            out,
            () -> {
              throw new AssertionError("asked for a terminal");
            },
            NEVER)) {
      progress.say("reading");
    }
    assertThat(written()).isEmpty();
  }

  @Test
  void whereThereIsNoTerminalNothingIsWritten() {
    Thread[] asked = {null};
    try (Progress progress =
        new Progress(
            out,
            () -> {
              asked[0] = Thread.currentThread();
              return false;
            },
            Duration.ZERO)) {
      progress.say("reading");
      await(text -> asked[0] != null && !asked[0].isAlive());
    }
    assertThat(written()).isEmpty();
  }
}
