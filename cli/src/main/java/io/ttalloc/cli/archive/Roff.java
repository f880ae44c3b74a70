package io.ttalloc.cli.archive;

/**
 * Text in roff, the language of manual pages, for the macro package {@code man}. Not thread-safe.
 */
final class Roff {

  private final StringBuilder page = new StringBuilder();

  /** Adds the title line without a date, so that the same sources always produce the same page. */
  Roff title(String name, String section, String source, String manual) {
    return macro("TH").words(name, section, "", source, manual).end();
  }

  Roff section(String name) {
    return macro("SH").words(name).end();
  }

  Roff subsection(String name) {
    return macro("SS").words(name).end();
  }

  /** Adds a paragraph of plain text. */
  Roff paragraph(String text) {
    return macro("PP").end().text(text);
  }

  /** Adds a bold paragraph without line filling, for a command line. */
  Roff command(String line) {
    return macro("PP").end().bold(line);
  }

  /** Adds lines that are printed unchanged. */
  Roff lines(String text) {
    return macro("PP").end().macro("nf").end().text(text).macro("fi").end();
  }

  /** Adds a term, in bold, and its description. */
  Roff item(String term, String description) {
    return macro("TP").end().bold(term).text(description);
  }

  private Roff macro(String name) {
    page.append('.').append(name);
    return this;
  }

  private Roff words(String... words) {
    for (String word : words) {
      page.append(" \"").append(escaped(word).replace("\"", "\\(dq")).append('"');
    }
    return this;
  }

  private Roff end() {
    page.append('\n');
    return this;
  }

  private Roff bold(String text) {
    page.append("\\fB").append(escaped(text)).append("\\fR\n");
    return this;
  }

  private Roff text(String text) {
    text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .forEach(line -> page.append(escaped(line)).append('\n'));
    return this;
  }

  /** Escapes everything in a line that roff would interpret. */
  static String escaped(String line) {
    StringBuilder safe = new StringBuilder();
    if (line.startsWith(".")) {
      safe.append("\\&");
    }
    line.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '\\' -> safe.append("\\e");
                case '-' -> safe.append("\\-");
                case '\'' -> safe.append("\\(aq");
                case '`' -> safe.append("\\(ga");
                case '^' -> safe.append("\\(ha");
                case '~' -> safe.append("\\(ti");
                default -> {
                  if (c < 0x80) {
                    safe.appendCodePoint(c);
                  } else {
                    safe.append("\\[u%04X]".formatted(c));
                  }
                }
              }
            });
    return safe.toString();
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
