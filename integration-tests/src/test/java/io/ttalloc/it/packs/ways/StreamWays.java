package io.ttalloc.it.packs.ways;

import static io.ttalloc.it.packs.ways.Way.way;

import io.ttalloc.it.packs.ways.Way.Judged;
import io.ttalloc.it.packs.ways.Way.Opening;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;

/** Ways to open resources of java.io, and to start processes. */
public final class StreamWays implements Ways {
  private static final List<Way> ALL =
      List.of(
          file("new FileInputStream(File)", place -> new FileInputStream(place.toFile())),
          file("new FileInputStream(String)", place -> new FileInputStream(place.toString())),
          file("a subclass of FileInputStream", place -> new FileInputStream(place.toFile()) {}),
          file("new FileOutputStream(File)", place -> new FileOutputStream(place.toFile())),
          file("new FileOutputStream(String)", place -> new FileOutputStream(place.toString())),
          file(
              "new FileOutputStream(File, boolean)",
              place -> new FileOutputStream(place.toFile(), true)),
          file(
              "new FileOutputStream(String, boolean)",
              place -> new FileOutputStream(place.toString(), true)),
          file(
              "new RandomAccessFile(File, String)",
              place -> new RandomAccessFile(place.toFile(), "rw")),
          file(
              "new RandomAccessFile(String, String)",
              place -> new RandomAccessFile(place.toString(), "r")),
          file(
              "a BufferedInputStream around a FileInputStream",
              place -> new BufferedInputStream(new FileInputStream(place.toFile()))),
          file(
              "new FileReader(File)",
              place -> new FileReader(place.toFile(), StandardCharsets.UTF_8)),
          file(
              "new FileWriter(File)",
              place -> new FileWriter(place.toFile(), StandardCharsets.UTF_8)),
          file(
              "new PrintWriter(File)",
              place -> new PrintWriter(place.toFile(), StandardCharsets.UTF_8)),
          file(
              "new PrintStream(File)",
              place -> new PrintStream(place.toFile(), StandardCharsets.UTF_8)),
          file("new Scanner(File)", place -> new Scanner(place.toFile(), StandardCharsets.UTF_8)),
          file("new Formatter(File)", place -> new Formatter(place.toFile(), "UTF-8", Locale.ROOT)),
          file(
              "getChannel of a FileInputStream",
              place -> new FileInputStream(place.toFile()).getChannel()),
          file(
              "getChannel of a FileOutputStream",
              place -> new FileOutputStream(place.toFile()).getChannel()),
          file(
              "getChannel of a RandomAccessFile",
              place -> new RandomAccessFile(place.toFile(), "rw").getChannel()),
          file(
              "a FileInputStream on the descriptor of a RandomAccessFile",
              place -> new FileInputStream(new RandomAccessFile(place.toFile(), "r").getFD())),
          way(
                  "new ProcessBuilder(...).start()",
                  "process stream",
                  place -> {
                    Process process = new ProcessBuilder("cat").start();
                    return () -> {
                      process.getOutputStream().close();
                      process.getInputStream().close();
                      process.getErrorStream().close();
                      process.destroyForcibly().waitFor();
                    };
                  })
              .judged(Judged.NO_LEAK)
              .resources(3));

  @Override
  public List<Way> all() {
    return ALL;
  }

  private static Way file(String code, Opening opening) {
    return way(code, "file", Place.FILE, opening);
  }
}
