package io.ttalloc.corpus.libraries;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.InputMismatchException;
import java.util.NoSuchElementException;
import java.util.Scanner;

/**
 * Scanners over uploaded files: the JDK opens the file and reads it through the channel of its
 * stream.
 */
public final class ScannerOfUploads {
  static final String RULES =
      """
        - class: java.io.FileInputStream
          type: file
          open: [<init>(File)]
          close: [close]
          label: $0.getName()
      """;

  private ScannerOfUploads() {}

  private static Path scratchFile() {
    // Not createTempFile: it makes the JDK open streams for random numbers and keep them open.
    return Path.of(
        System.getProperty("java.io.tmpdir"), "upload-" + ProcessHandle.current().pid() + ".txt");
  }

  /** Sums the numbers in a file. */
  interface Summing {
    int sum(File upload) throws IOException;
  }

  static void sumAll(Summing summing) throws IOException {
    Path upload = scratchFile();
    try {
      int total = 0;
      for (int i = 0; i < 24; i++) {
        Files.writeString(upload, i % 4 == 3 ? "1 2 three" : "1 2 3");
        try {
          total += summing.sum(upload.toFile());
        } catch (NoSuchElementException e) {
          System.out.println("upload " + i + " is no list of numbers");
        }
      }
      System.out.println(total);
    } finally {
      Files.delete(upload);
    }
  }

  static int sumOf(Scanner scanner) {
    int sum = 0;
    while (scanner.hasNext()) {
      sum += scanner.nextInt();
    }
    return sum;
  }

  @Truth(
      why = "a word that is not a number makes nextInt throw past the scanner's close",
      leaks = @Leak(type = "file", count = 6, openedAt = "ScannerOfUploads$Leaking.sum"))
  public static final class Leaking {
    public static void main(String[] args) throws IOException {
      sumAll(Leaking::sum);
    }

    static int sum(File upload) throws IOException {
      Scanner scanner = new Scanner(upload, StandardCharsets.UTF_8);
      int sum = sumOf(scanner);
      scanner.close();
      return sum;
    }
  }

  @Truth(
      why =
          "each scanner is closed, which closes its channel, which in turn closes the stream below it")
  public static final class Mended {
    public static void main(String[] args) throws IOException {
      sumAll(Mended::sum);
    }

    static int sum(File upload) throws IOException {
      try (Scanner scanner = new Scanner(upload, StandardCharsets.UTF_8)) {
        return sumOf(scanner);
      } catch (InputMismatchException e) {
        throw new NoSuchElementException(upload.getName(), e);
      }
    }
  }
}
