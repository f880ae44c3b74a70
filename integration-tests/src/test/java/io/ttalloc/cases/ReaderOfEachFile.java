package io.ttalloc.cases;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A reader of records whose constructor opens a file, and which has no close method. */
final class ReaderOfEachFile {
  private final BufferedReader lines;

  private ReaderOfEachFile(Path file) throws IOException {
    // FIX close() on the FileReader that ReaderOfEachFile.<init>
    lines =
        new BufferedReader(new FileReader(file.toFile(), StandardCharsets.UTF_8)); // LEAK 6 file
  }

  private String first() throws IOException {
    return lines.readLine();
  }

  public static void main(String[] args) throws IOException {
    boolean leak = args[0].equals("leak");
    Path file = Files.writeString(Files.createTempFile("records", ".txt"), "first\nsecond\n");
    for (int i = 0; i < 6; i++) {
      ReaderOfEachFile reader = new ReaderOfEachFile(file);
      System.out.println(reader.first());
      if (!leak) {
        reader.lines.close();
      }
    }
    Files.delete(file);
  }
}
