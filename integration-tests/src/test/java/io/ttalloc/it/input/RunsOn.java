package io.ttalloc.it.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.TestJvm;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that opens and closes one thing, prints a line, and exits with a distinctive status.
 */
final class RunsOn {

  static final String CLEAN = "tt-alloc: clean. 1 opened, 1 closed, Active allocations: 0";

  /**
   * The report line of a run that could not be judged because some options or rules were ignored.
   * {@link #INPUT_LEFT_OUT} gives the reason.
   */
  static final String NOT_JUDGED = "tt-alloc: NOT JUDGED. 1 opened, 1 closed";

  static final String INPUT_LEFT_OUT = "confidence LOW: some options or rules were ignored";
  private static final int STATUS = 5;

  /** The rules that track the thing. */
  static final String RULES =
      """
        - class: io.ttalloc.it.input.RunsOn$Thing
          type: thing
          open: [<init>]
          close: [close]
          bytes: size()
      """;

  private RunsOn() {}

  /**
   * Runs the program, asserts that it was not disturbed, and returns the lines of its standard
   * error.
   */
  static List<String> errorLines(TestJvm jvm) throws InterruptedException {
    return errorLines(jvm, STATUS);
  }

  /** Like {@link #errorLines(TestJvm)}, but the agent may replace the exit status. */
  static List<String> errorLines(TestJvm jvm, int status) throws InterruptedException {
    JvmResult result = jvm.main(RunsOn.class).run().expectStatus(status);
    assertThat(result.out()).isEqualTo("ran on with a thing of 7\n");
    return new ArrayList<>(result.err().lines().toList());
  }

  public static void main(String[] args) {
    try (Thing thing = new Thing()) {
      System.out.println("ran on with a thing of " + thing.size());
    }
    System.exit(STATUS);
  }

  /** The tracked class. */
  static final class Thing implements AutoCloseable {
    private int size = 7;

    int size() {
      return size;
    }

    @Override
    public void close() {
      size = 0;
    }
  }
}
