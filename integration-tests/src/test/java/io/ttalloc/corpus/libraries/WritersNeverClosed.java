package io.ttalloc.corpus.libraries;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.io.BufferedWriter;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reports written through three layers of writers around a file that the JDK opens for them. */
public final class WritersNeverClosed {
  static final String RULES =
      """
        - class: java.io.FileOutputStream
          type: output file
          open: ["<init>(File,boolean)"]
          close: [close]
          label: $0.getName()
      """;

  private WritersNeverClosed() {}

  static PrintWriter writerFor(Path report) throws IOException {
    return new PrintWriter(
        new BufferedWriter(new FileWriter(report.toFile(), StandardCharsets.UTF_8)));
  }

  /** Writes one report. */
  interface Reporter {
    void write(Path report) throws IOException;
  }

  static void writeAll(Reporter reporter) throws IOException {
    Path folder = Files.createTempDirectory("reports");
    List<Path> reports = new ArrayList<>();
    for (int region = 0; region < 8; region++) {
      Path report = folder.resolve("region" + region + ".txt");
      reporter.write(report);
      reports.add(report);
    }
    long bytes = 0;
    for (Path report : reports) {
      bytes += Files.size(report);
      Files.delete(report);
    }
    Files.delete(folder);
    System.out.println(bytes + " B written");
  }

  @Truth(
      why = "the report is flushed and complete, but its writer stays open",
      leaks = @Leak(type = "output file", count = 8, openedAt = "WritersNeverClosed.writerFor"))
  public static final class Leaking {
    public static void main(String[] args) throws IOException {
      writeAll(Leaking::write);
    }

    static void write(Path report) throws IOException {
      PrintWriter writer = writerFor(report);
      writer.println("all is well");
      writer.flush();
    }
  }

  @Truth(why = "closing the outermost writer closes the file")
  public static final class Mended {
    public static void main(String[] args) throws IOException {
      writeAll(Mended::write);
    }

    static void write(Path report) throws IOException {
      try (PrintWriter writer = writerFor(report)) {
        writer.println("all is well");
      }
    }
  }
}
