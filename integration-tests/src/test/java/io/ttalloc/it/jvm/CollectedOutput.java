package io.ttalloc.it.jvm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The output that a process has written to one of its streams so far. A daemon thread reads it, so
 * the process never blocks. Thread-safe. The text is UTF-8.
 */
final class CollectedOutput {

  private final StringBuilder text = new StringBuilder();
  private final Thread reader;
  private boolean ended;

  CollectedOutput(String name, InputStream stream) {
    reader = new Thread(() -> collect(stream), name);
    reader.setDaemon(true);
    reader.start();
  }

  synchronized String text() {
    return text.toString();
  }

  /** Waits for the end of the stream, which a child process may keep open. */
  void awaitEnd(Duration limit) throws InterruptedException {
    reader.join(limit.toMillis());
  }

  /**
   * Waits for the first complete line that matches; empty if the stream ends or the time limit is
   * reached first.
   */
  synchronized Optional<String> awaitLine(Predicate<String> wanted, Duration limit)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    int lineStart = 0;
    while (true) {
      int lineEnd = text.indexOf("\n", lineStart);
      if (lineEnd >= 0) {
        String line = text.substring(lineStart, lineEnd).stripTrailing();
        if (wanted.test(line)) {
          return Optional.of(line);
        }
        lineStart = lineEnd + 1;
        continue;
      }
      long leftNanos = deadline - System.nanoTime();
      if (ended || leftNanos <= 0) {
        return Optional.empty();
      }
      wait(leftNanos / 1_000_000 + 1);
    }
  }

  private void collect(InputStream stream) {
    char[] buffer = new char[8192];
    try (Reader characters = new InputStreamReader(stream, UTF_8)) {
      for (int n = characters.read(buffer); n >= 0; n = characters.read(buffer)) {
        append(buffer, n);
      }
    } catch (IOException closedByKill) {
      // The stream cannot be read any further.
    } finally {
      end();
    }
  }

  private synchronized void append(char[] characters, int count) {
    text.append(characters, 0, count);
    notifyAll();
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }
}
