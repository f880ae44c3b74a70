package io.ttalloc.corpus.libraries;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.UnsupportedEncodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that are opened before their encodings are looked up; some of the encodings do not exist.
 */
public final class ReaderAroundStream {
  static final String RULES =
      """
        - class: java.io.FileInputStream
          type: file
          open: [<init>(File)]
          close: [close]
          label: $0.getPath()
      """;

  private ReaderAroundStream() {}

  /** Opens a file as a reader; closing the reader must close the file. */
  interface Opener {
    BufferedReader open(File file, String encoding) throws IOException;
  }

  private static Path scratchFile() {
    // Not createTempFile: it makes the JDK open streams for random numbers and keep them open.
    return Path.of(
        System.getProperty("java.io.tmpdir"), "message-" + ProcessHandle.current().pid() + ".txt");
  }

  static String encodingOf(int message) {
    return switch (message % 10) {
      case 0 -> "x-unheard-of";
      case 5 -> "UTF-16BE";
      default -> "UTF-8";
    };
  }

  static void readAll(Opener opener) throws IOException {
    Path message = scratchFile();
    try {
      Files.writeString(message, "subject\n\nbody\n");
      int lines = 0;
      for (int i = 0; i < 30; i++) {
        try (BufferedReader reader = opener.open(message.toFile(), encodingOf(i))) {
          lines += (int) reader.lines().count();
        } catch (UnsupportedEncodingException e) {
          System.out.println("unreadable: " + e.getMessage());
        } catch (UncheckedIOException e) {
          throw e.getCause();
        }
      }
      System.out.println(lines + " lines");
    } finally {
      Files.delete(message);
    }
  }

  @Truth(
      why =
          "the reader's constructor throws when the encoding is unknown, and the stream below it is never closed",
      leaks = @Leak(type = "file", count = 3, openedAt = "ReaderAroundStream$Leaking.open"))
  public static final class Leaking {
    public static void main(String[] args) throws IOException {
      readAll(Leaking::open);
    }

    static BufferedReader open(File file, String encoding) throws IOException {
      return new BufferedReader(new InputStreamReader(new FileInputStream(file), encoding));
    }
  }

  @Truth(
      why =
          "the stream is closed if no reader can be put around it; otherwise closing the reader closes it")
  public static final class Mended {
    public static void main(String[] args) throws IOException {
      readAll(Mended::open);
    }

    static BufferedReader open(File file, String encoding) throws IOException {
      FileInputStream in = new FileInputStream(file.getPath());
      try {
        return new BufferedReader(new InputStreamReader(in, encoding));
      } catch (UnsupportedEncodingException e) {
        in.close();
        throw e;
      }
    }
  }
}
