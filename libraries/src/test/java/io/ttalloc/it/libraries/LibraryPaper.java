package io.ttalloc.it.libraries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.packs.PacksPaper;
import io.ttalloc.it.packs.WayScore;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes the tables of docs/measurements/library-packs.md: the results of each pack for each way to
 * open a resource. The text above the tables is not changed.
 */
final class LibraryPaper {
  private static final Pattern VERSION =
      Pattern.compile("<version\\.([\\w.-]+)>([^<]+)</version\\.\\1>");

  private LibraryPaper() {}

  static Path file() {
    return Repository.root().resolve("docs/measurements/library-packs.md");
  }

  /** Replaces the section of the paper about the library versions that these tests use. */
  static void write(List<WayScore> scores) throws IOException {
    String section = section(scores);
    try (FileChannel paper = FileChannel.open(file(), READ, WRITE);
        FileLock unused = paper.lock()) { // the other module may be running now
      String text = replaced(Files.readString(file()), title(), section);
      paper.truncate(0);
      paper.write(UTF_8.encode(text));
    }
  }

  /** Replaces the text below a title, up to the next title. */
  static String replaced(String paper, String title, String section) {
    int start = paper.indexOf("\n" + title + "\n");
    if (start < 0) {
      throw new IllegalStateException(
          "%s has no '%s', expected a place for the table".formatted(file(), title));
    }
    int end = paper.indexOf("\n## ", start + 1);
    return paper.substring(0, start + 1) + section + (end < 0 ? "" : paper.substring(end));
  }

  static String section(List<WayScore> scores) throws IOException {
    String versions =
        versions().entrySet().stream()
            .map(version -> version.getKey() + " " + version.getValue())
            .collect(Collectors.joining(", ", "", "."));
    return title() + "\n\n" + versions + "\n\n" + PacksPaper.table(scores);
  }

  /** The title of the section, which depends on the name of the module. */
  static String title() {
    Path module = module();
    return switch (module.getFileName().toString()) {
      case "recent" -> "## Versions of 2026";
      case "earlier" -> "## Versions of 2024";
      default ->
          throw new IllegalStateException(module + " is not one of the modules recent and earlier");
    };
  }

  /** The versions of the libraries that this module uses, by the name of the library. */
  static Map<String, String> versions() throws IOException {
    Map<String, String> versions = new LinkedHashMap<>();
    for (Path pom : List.of(module().resolveSibling("pom.xml"), module().resolve("pom.xml"))) {
      Matcher version = VERSION.matcher(Files.readString(pom));
      while (version.find()) {
        versions.put(version.group(1), version.group(2));
      }
    }
    return versions;
  }

  private static Path module() {
    return Path.of("").toAbsolutePath();
  }
}
