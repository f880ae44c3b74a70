package io.ttalloc.ledger.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Set;

/**
 * Appends marks to a {@code .marks} file: one line {@code <ISO-8601 instant> <name>} each, in
 * UTF-8. Any tool of the same user may do so while others do. Thread-safe.
 */
public final class Marks {
  /** Longest name; the rest is cut. */
  public static final int MAX_NAME_CHARS = 200;

  private static final String UNNAMED = "unnamed";

  private Marks() {}

  /**
   * Appends a mark in one write, so that marks of several processes do not mix. Creates the file,
   * readable by its owner only, if it is missing.
   *
   * @throws IOException the file cannot be written
   */
  public static void append(Path marks, Instant at, String name) throws IOException {
    byte[] line = (at + " " + printable(name) + "\n").getBytes(StandardCharsets.UTF_8);
    Set<OpenOption> options =
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.APPEND,
            LinkOption.NOFOLLOW_LINKS);
    try (FileChannel channel =
        FileChannel.open(
            marks,
            options,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      int written = channel.write(ByteBuffer.wrap(line));
      if (written != line.length) {
        throw new IOException(
            marks + " took " + written + " of " + line.length + " bytes; the mark is lost");
      }
    }
  }

  /**
   * A name as it may stand in a file and on a terminal: control and line-breaking characters are
   * replaced by {@code ?}, it is trimmed and at most {@link #MAX_NAME_CHARS} long. A blank name
   * becomes "unnamed".
   */
  public static String printable(String name) {
    String trimmed = name.strip();
    StringBuilder kept = new StringBuilder(Math.min(trimmed.length(), MAX_NAME_CHARS));
    int at = 0;
    while (at < trimmed.length()) {
      int codePoint = trimmed.codePointAt(at);
      at += Character.charCount(codePoint);
      int shown = isPrintable(codePoint) ? codePoint : '?';
      if (kept.length() + Character.charCount(shown) > MAX_NAME_CHARS) {
        break;
      }
      kept.appendCodePoint(shown);
    }
    return kept.length() == 0 ? UNNAMED : kept.toString();
  }

  private static boolean isPrintable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
