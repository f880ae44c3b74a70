package io.ttalloc.ledger.files;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Appends marks to a {@code .marks} file: one line {@code <ISO-8601 instant> <name>} each, in
 * UTF-8. The name may be preceded by {@code rss=<bytes>}, if the resident memory of the process is
 * known, and then by {@link OpenCounts}, if the process that sets the mark has counted the open
 * resources. Any process of the same user may append at the same time. Thread-safe.
 */
public final class Marks {
  /** The maximum length of a name; the rest is cut off. */
  public static final int MAX_NAME_CHARS = 200;

  /** The maximum size of the file, enough for some ten thousand marks. */
  public static final int MAX_BYTES = 1 << 20;

  /** The prefix of the field for the resident memory in bytes; its value may be {@code ?}. */
  public static final String RESIDENT = "rss=";

  /** The prefix of the field for the open resources; its value may be {@code ?}. */
  public static final String OPEN = "open=";

  private static final String UNNAMED = "unnamed";

  private Marks() {}

  /**
   * Appends a mark in one write, so that lines written by several processes are not interleaved.
   * Creates the file, accessible only to its owner, if it is missing.
   *
   * <p>Does not use a channel, because an interrupt of the calling thread would close it.
   *
   * @param residentBytes the resident memory of the process; {@link ResidentMemory#UNKNOWN} if
   *     unknown
   * @return false if the mark was not written because the file would exceed {@link #MAX_BYTES}
   * @throws IOException if the file cannot be written
   */
  public static boolean append(Path marks, Instant at, long residentBytes, String name)
      throws IOException {
    return append(marks, at, residentBytes, null, name);
  }

  /**
   * Like {@link #append(Path, Instant, long, String)}, but also writes the open resources.
   *
   * @param open null if the open resources were not counted
   * @throws IOException if the file cannot be written
   */
  public static boolean append(
      Path marks, Instant at, long residentBytes, @Nullable OpenCounts open, String name)
      throws IOException {
    byte[] line =
        (at + " " + resident(residentBytes, name) + open(open, name) + printable(name) + "\n")
            .getBytes(StandardCharsets.UTF_8);
    if (Files.isSymbolicLink(marks)) {
      throw new IOException(marks + " is a symbolic link, expected a regular file");
    }
    if (!Files.exists(marks)) {
      create(marks);
    }
    if (Files.size(marks) + line.length > MAX_BYTES) {
      return false;
    }
    try (OutputStream out = new FileOutputStream(marks.toFile(), true)) {
      out.write(line);
    }
    return true;
  }

  private static void create(Path marks) throws IOException {
    try {
      Files.createFile(
          marks,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      // Another process has created the file in the meantime.
    }
  }

  /**
   * The field for the resident memory. If the resident memory is unknown, the field is empty or, if
   * the name itself looks like such a field, has the value {@code ?}.
   */
  private static String resident(long bytes, String name) {
    if (bytes >= 0) {
      return RESIDENT + bytes + " ";
    }
    return name.strip().startsWith(RESIDENT) ? RESIDENT + "? " : "";
  }

  private static String open(@Nullable OpenCounts counts, String name) {
    if (counts != null) {
      return OPEN + counts.toField() + " ";
    }
    return name.strip().startsWith(OPEN) ? OPEN + "? " : "";
  }

  /**
   * Whether a mark that is appended now should include the counts of open resources. The first 64
   * marks do; after that, fewer and fewer do, to keep the file small.
   *
   * @throws IOException if the file cannot be read
   */
  public static boolean wantsCounts(Path marks) throws IOException {
    if (!Files.isRegularFile(marks)) {
      return true;
    }
    long lines = 0;
    try (InputStream in = Files.newInputStream(marks)) {
      for (byte b : in.readNBytes(MAX_BYTES)) {
        lines += b == '\n' ? 1 : 0;
      }
    }
    return lines % Long.highestOneBit(Math.max(1, lines / 32)) == 0;
  }

  /**
   * Converts a name to a form that is safe in a file and on a terminal: control and line-breaking
   * characters are replaced by {@code ?}, and the name is trimmed and truncated to {@link
   * #MAX_NAME_CHARS} characters. A blank name becomes "unnamed".
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
