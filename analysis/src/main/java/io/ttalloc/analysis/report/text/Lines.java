package io.ttalloc.analysis.report.text;

import io.ttalloc.text.VisibleText;
import java.util.List;

/** The lines of a text report, with invisible characters escaped, coloured on request. */
final class Lines {
  /** Terminal colours by meaning. */
  enum Colour {
    GOOD("32"),
    BAD("31;1"),
    NOTE("33");

    private final String code;

    Colour(String code) {
      this.code = code;
    }
  }

  private static final String RESET = "\u001b[0m";

  private final StringBuilder text = new StringBuilder(4_096);
  private final boolean coloured;
  private int count;

  Lines(boolean coloured) {
    this.coloured = coloured;
  }

  void line(String line) {
    text.append(VisibleText.of(line)).append('\n');
    count++;
  }

  void line(Colour colour, String line) {
    if (!coloured) {
      line(line);
      return;
    }
    text.append("\u001b[").append(colour.code).append('m');
    text.append(VisibleText.of(line)).append(RESET).append('\n');
    count++;
  }

  void blank() {
    text.append('\n');
    count++;
  }

  /** The number of lines. */
  int count() {
    return count;
  }

  /** Adds a blank line and these lines; adds nothing if there are none. */
  void paragraph(List<String> content) {
    if (!content.isEmpty()) {
      blank();
      content.forEach(this::line);
    }
  }

  /** Returns the word padded on the right with at least two spaces. */
  static String padded(String word, int width) {
    return word + " ".repeat(Math.max(2, width - word.length()));
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
