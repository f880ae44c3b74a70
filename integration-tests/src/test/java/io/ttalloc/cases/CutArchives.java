package io.ttalloc.cases;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/**
 * Reads files that may be compressed. For a file that is not compressed or is truncated, a JDK
 * constructor throws and, on JDK 17, leaves an inflater open.
 */
final class CutArchives {
  private CutArchives() {}

  public static void main(String[] args) throws IOException {
    boolean leak = args[0].equals("leak");
    Path plain = Files.writeString(Files.createTempFile("index", ".plain"), "not compressed");
    Path whole = Files.createTempFile("index", ".gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(whole))) {
      out.write(1);
    }
    Path cut = Files.createTempFile("index", ".cut");
    Files.write(cut, Arrays.copyOf(Files.readAllBytes(whole), 5));
    for (int i = 0; i < 12; i++) {
      for (Path path : List.of(plain, whole, cut)) {
        try (InputStream in = open(path, leak)) {
          in.readAllBytes();
        } catch (IOException e) {
          System.out.println(e.getMessage());
        }
      }
    }
    Files.delete(plain);
    Files.delete(whole);
    Files.delete(cut);
  }

  private static InputStream open(Path path, boolean leak) throws IOException {
    InputStream in = new FileInputStream(path.toFile()); // LEAK 12 file
    try {
      return new BufferedInputStream(new GZIPInputStream(in)); // LEAK 24 inflater on 17
    } catch (ZipException e) {
      in.close();
      return new FileInputStream(path.toFile());
    } catch (IOException e) {
      if (!leak) {
        in.close();
      }
      throw e;
    }
  }
}
