package io.ttalloc.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.testing.Await;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutputLinesTest {
  private final StalledWriter reader = new StalledWriter();
  private final OutputLines lines = OutputLines.to(new PrintWriter(reader));

  @AfterEach
  void end() {
    reader.goOn();
    lines.close();
  }

  /**
   * Prints a line whose write blocks, then as many lines as the queue can hold, and then two lines
   * that are dropped. Returns the expected output.
   */
  private List<String> tooMany() throws InterruptedException {
    lines.accept("first");
    reader.awaitFull();
    List<String> printed = new ArrayList<>(List.of("first"));
    for (int i = 0; i < OutputLines.MAX_WAITING; i++) {
      lines.accept("line " + i);
      printed.add("line " + i);
    }
    lines.accept("left out");
    lines.accept("left out");
    printed.add("⚠ Lines dropped here: 2 (output arrived faster than it could be read)");
    return printed;
  }

  @Test
  void whatAReaderWasTooSlowForIsCountedWhereItIsMissing() throws InterruptedException {
    List<String> expected = tooMany();
    reader.goOn();
    lines.close(List.of());

    assertThat(reader.toString().lines()).containsExactlyElementsOf(expected);
  }

  @Test
  void theLastLinesComeOutEvenIfNoOthersMay() throws InterruptedException {
    List<String> expected = tooMany();
    Thread ending = new Thread(() -> lines.close(List.of("last")));
    ending.start();
    Await.until(() -> ending.getState() == Thread.State.TIMED_WAITING);
    reader.goOn();
    ending.join();

    expected.add("last");
    assertThat(reader.toString().lines()).containsExactlyElementsOf(expected);
  }

  @Test
  void theEndWaitsTwoSecondsForAReaderThatStalls() throws InterruptedException {
    lines.accept("first");
    reader.awaitFull();
    long before = System.nanoTime();
    lines.close(List.of("last"));

    assertThat(Duration.ofNanos(System.nanoTime() - before))
        .isGreaterThan(Duration.ofMillis(1_900));
    assertThat(reader.toString()).isEmpty();
  }
}
