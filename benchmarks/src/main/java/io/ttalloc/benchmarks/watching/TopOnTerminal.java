package io.ttalloc.benchmarks.watching;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A {@code tt-alloc top} that reads ten times a second, on a terminal created by the program {@code
 * script}. Not thread-safe.
 */
final class TopOnTerminal implements AutoCloseable {
  private static final int SECONDS_TO_END = 10;
  private static final int LOOK_AGAIN_MILLIS = 50;

  private final Process process;
  private final Path drawn;

  private TopOnTerminal(Process process, Path drawn) {
    this.process = process;
    this.drawn = drawn;
  }

  /**
   * Starts the command with the same flags as {@code ./tt-alloc}.
   *
   * @param folder the folder for its output
   */
  static TopOnTerminal start(Path monitor, Path ledgers, Path folder) throws IOException {
    Path drawn = folder.resolve("top.out");
    String command =
        "'%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xms16m -jar '%s' top --interval=100ms --dir='%s'"
            .formatted(Path.of(System.getProperty("java.home"), "bin", "java"), monitor, ledgers);
    ProcessBuilder script =
        new ProcessBuilder("script", "-qefc", command, "/dev/null")
            .redirectErrorStream(true)
            .redirectOutput(drawn.toFile());
    script.environment().put("TERM", "xterm");
    return new TopOnTerminal(script.start(), drawn);
  }

  /** Waits until the command shows a process. */
  void awaitProcess(long pid) throws IOException, InterruptedException {
    while (!Files.readString(drawn, StandardCharsets.ISO_8859_1).contains(" " + pid + " ")) {
      if (!process.isAlive()) {
        throw new IllegalStateException(
            "top ended before it showed process " + pid + ": " + Files.readString(drawn));
      }
      Thread.sleep(LOOK_AGAIN_MILLIS);
    }
  }

  /** Quits as a user would, by pressing a key. */
  @Override
  public void close() throws IOException, InterruptedException {
    try (OutputStream keys = process.getOutputStream()) {
      keys.write('q');
      keys.flush();
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
    }
  }
}
