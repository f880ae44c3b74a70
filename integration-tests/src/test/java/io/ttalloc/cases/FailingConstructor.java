package io.ttalloc.cases;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/** Reads files that may be compressed; the constructor of GZIPInputStream throws for a cut one. */
final class FailingConstructor {
  private FailingConstructor() {}

  public static void main(String[] args) throws IOException {
    boolean leak = args[0].equals("leak");
    Path folder = Files.createTempDirectory("index");
    Path plain = Files.writeString(folder.resolve("plain.idx"), "not compressed");
    Path good = folder.resolve("good.idx");
    try (OutputStream out = new GZIPOutputStream(new FileOutputStream(good.toFile()))) {
      out.write("compressed".getBytes(StandardCharsets.UTF_8));
    }
    Path cut = Files.write(folder.resolve("cut.idx"), Arrays.copyOf(Files.readAllBytes(good), 5));
    int failed = 0;
    for (int i = 0; i < 12; i++) {
      for (Path file : new Path[] {plain, good, cut}) {
        try (InputStream in = leak ? open(file.toFile()) : openClosing(file.toFile())) {
          in.readAllBytes();
        } catch (IOException e) {
          failed++;
        }
      }
    }
    System.out.println(failed);
  }

  private static InputStream open(File file) throws IOException {
    InputStream in = new FileInputStream(file); // LEAK 12 file
    try {
      return new BufferedInputStream(new GZIPInputStream(in, 8192));
    } catch (ZipException e) {
      in.close();
      return new BufferedInputStream(new FileInputStream(file));
    }
  }

  private static InputStream openClosing(File file) throws IOException {
    InputStream in = new FileInputStream(file);
    try {
      return new BufferedInputStream(new GZIPInputStream(in, 8192));
    } catch (ZipException e) {
      in.close();
      return new BufferedInputStream(new FileInputStream(file));
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }
}
