package io.ttalloc.text.yaml;

/**
 * A position in a file.
 *
 * @param file the file's name as specified by the user
 * @param line 1-based; 0 means the file as a whole
 * @param column 1-based, in code points; 0 together with line 0
 */
public record Position(String file, int line, int column) {

  /** Returns the position of the file as a whole, for a file that is missing or not text. */
  public static Position wholeFile(String file) {
    return new Position(file, 0, 0);
  }

  /** Returns {@code file:line:column}, or only the file if the position is the whole file. */
  @Override
  public String toString() {
    return line == 0 ? file : file + ":" + line + ":" + column;
  }
}
