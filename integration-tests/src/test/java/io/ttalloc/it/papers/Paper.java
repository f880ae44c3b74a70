package io.ttalloc.it.papers;

import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Markdown document. Immutable.
 *
 * @param file its path
 * @param lines its content
 */
record Paper(Path file, List<String> lines) {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** The papers in the root and everything in docs/, sorted. */
  static List<Paper> all() {
    try (Stream<Path> docs = Files.walk(Repository.root().resolve("docs"))) {
      return Stream.concat(
              Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
                  .map(Repository.root()::resolve),
              docs.filter(file -> file.toString().endsWith(".md")).sorted())
          .map(Paper::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list docs/", e);
    }
  }

  static Paper read(Path file) {
    try {
      return new Paper(file, Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  static Paper readme() {
    return read(Repository.root().resolve("README.md"));
  }

  String text() {
    return String.join("\n", lines);
  }

  /** Its path within the repository. */
  String name() {
    return Repository.root().relativize(file).toString();
  }

  /** The content of the fenced code blocks of a language. */
  List<List<String>> blocks(String language) {
    List<List<String>> blocks = new ArrayList<>();
    List<String> block = null;
    for (String line : lines) {
      if (block == null && line.equals("```" + language)) {
        block = new ArrayList<>();
      } else if (block != null && line.equals("```")) {
        blocks.add(block);
        block = null;
      } else if (block != null) {
        block.add(line);
      }
    }
    return blocks;
  }

  /** The targets of its links. */
  List<String> links() {
    return found(LINK, String.join("\n", prose()));
  }

  /** The anchors that GitHub generates for the headings. */
  Set<String> anchors() {
    Set<String> anchors = new TreeSet<>();
    for (String line : prose()) {
      if (line.matches("#+ .*")) {
        String anchor = anchor(line);
        for (int i = 1; !anchors.add(anchor); i++) {
          anchor = anchor(line) + "-" + i;
        }
      }
    }
    return anchors;
  }

  private static String anchor(String heading) {
    return heading
        .replaceFirst("^#+ ", "")
        .strip()
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\w\\- ]", "")
        .replace(' ', '-');
  }

  /** The code spans in backquotes, outside code blocks. A span must be on one line. */
  List<String> codeWords() {
    return prose().stream().flatMap(line -> found(CODE, line).stream()).toList();
  }

  /** The lines outside code blocks. */
  private List<String> prose() {
    List<String> prose = new ArrayList<>();
    boolean inBlock = false;
    for (String line : lines) {
      if (line.startsWith("```")) {
        inBlock = !inBlock;
      } else if (!inBlock) {
        prose.add(line);
      }
    }
    return prose;
  }

  private static List<String> found(Pattern pattern, String text) {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  @Override
  public String toString() {
    return name();
  }
}
