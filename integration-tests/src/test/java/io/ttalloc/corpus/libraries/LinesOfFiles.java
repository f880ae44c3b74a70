package io.ttalloc.corpus.libraries;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Streams over the lines of files. The resource is a channel, which only the JDK's own code sees.
 */
public final class LinesOfFiles {
  static final String RULES =
      """
        - class: java.nio.channels.FileChannel
          subtypes: true
          type: file channel
          open: ["open(Path,OpenOption[])"]
          close: [close]
          label: $0.toString()
      """;

  private LinesOfFiles() {}

  /** Counts the warnings in one log. */
  interface Counter {
    long warnings(Path log) throws IOException;
  }

  static void countAll(Counter counter) throws IOException {
    Path folder = Files.createTempDirectory("logs");
    try {
      long warnings = 0;
      for (int day = 0; day < 14; day++) {
        Path log = folder.resolve("day" + day + ".log");
        Files.write(log, List.of("INFO begin", "WARN day " + day, "INFO end"));
        warnings += counter.warnings(log);
        Files.delete(log);
      }
      System.out.println(warnings + " warnings");
    } finally {
      Files.delete(folder);
    }
  }

  @Truth(
      why = "the stream of each log's lines is read to its end but not closed",
      leaks = @Leak(type = "file channel", count = 14, openedAt = "LinesOfFiles$Leaking.warnings"))
  public static final class Leaking {
    public static void main(String[] args) throws IOException {
      countAll(Leaking::warnings);
    }

    @SuppressWarnings("StreamResourceLeak")
    static long warnings(Path log) throws IOException {
      return Files.lines(log).filter(line -> line.startsWith("WARN")).count();
    }
  }

  @Truth(why = "each stream is closed, and its onClose handler closes the channel")
  public static final class Mended {
    public static void main(String[] args) throws IOException {
      countAll(Mended::warnings);
    }

    static long warnings(Path log) throws IOException {
      try (Stream<String> lines = Files.lines(log)) {
        return lines.filter(line -> line.startsWith("WARN")).count();
      }
    }
  }
}
