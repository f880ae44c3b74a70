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
 * UTF-8, with {@code rss=<bytes>} before the name if it is known how much memory the process
 * occupied. Any tool of the same user may do so while others do. Thread-safe.
 */
public final class Marks {
  /** Longest name; the rest is cut. */
  public static final int MAX_NAME_CHARS = 200;

  /** What stands before the bytes that the process occupied, or before a {@code ?}. */
  public static final String RESIDENT = "rss=";

  private static final String UNNAMED = "unnamed";

  private Marks() {}

  /** Appends a mark without saying how much memory the process occupied. */
  public static void append(Path marks, Instant at, String name) throws IOException {
    append(marks, at, ResidentMemory.UNKNOWN, name);
  }

  /**
   * Appends a mark in one write, so that marks of several processes do not mix. Creates the file,
   * readable by its owner only, if it is missing.
   *
   * @param residentBytes what the process occupied; {@link ResidentMemory#UNKNOWN} if unknown
   * @throws IOException the file cannot be written
   */
  public static void append(Path marks, Instant at, long residentBytes, String name)
      throws IOException {
    byte[] line =
        (at + " " + resident(residentBytes, name) + printable(name) + "\n")
            .getBytes(StandardCharsets.UTF_8);
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

  /** The field; a name that looks like it gets one before it that says nothing. */
  private static String resident(long bytes, String name) {
    if (bytes >= 0) {
      return RESIDENT + bytes + " ";
    }
    return name.strip().startsWith(RESIDENT) ? RESIDENT + "? " : "";
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
