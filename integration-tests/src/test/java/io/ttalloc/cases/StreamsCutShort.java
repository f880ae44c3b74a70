package io.ttalloc.cases;

import io.ttalloc.cases.library.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads a few rows from streams that a library's queries return, and forgets the streams. */
final class StreamsCutShort {
  private StreamsCutShort() {}

  public static void main(String[] args) throws IOException {
    boolean leak = args[0].equals("leak");
    Path file = Files.write(Files.createTempFile("costs", ".csv"), List.of("10", "20", "30"));
    Table table = new Table(file);
    for (int i = 0; i < 4; i++) {
      System.out.println(leak ? first(table) : firstClosing(table));
    }
    for (int i = 0; i < 3; i++) {
      System.out.println(leak ? top(table) : topClosing(table));
    }
    Files.delete(file);
  }

  private static String first(Table table) {
    return table.query().findFirst().orElseThrow(); // LEAK 4 file channel
  }

  private static String firstClosing(Table table) {
    try (Stream<String> rows = table.query()) {
      return rows.findFirst().orElseThrow();
    }
  }

  private static Set<String> top(Table table) {
    return table.queryLater().limit(2).collect(Collectors.toSet()); // LEAK 3 file channel
  }

  private static Set<String> topClosing(Table table) {
    try (Stream<String> rows = table.queryLater()) {
      return rows.limit(2).collect(Collectors.toSet());
    }
  }
}
