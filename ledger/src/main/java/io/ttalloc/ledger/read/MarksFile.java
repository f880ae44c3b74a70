package io.ttalloc.ledger.read;

import io.ttalloc.ledger.bytes.Damage;
import io.ttalloc.ledger.files.Marks;
import io.ttalloc.ledger.files.OpenCounts;
import io.ttalloc.ledger.files.ResidentMemory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the marks of a ledger: lines {@code <ISO-8601 instant> <name>}. The name may be preceded by
 * {@code rss=<bytes>} and by the open resources.
 */
final class MarksFile {
  static final int MAX_LINES = 100_000;
  private static final int MAX_BYTES = 32 << 20;
  private static final int SHOWN_CHARS = 40;

  /**
   * The maximum number of marks whose counts are kept; writers add counts to fewer marks than this.
   */
  private static final int MAX_COUNTS = 1_024;

  private final Path file;
  private final Instant clockBase;
  private final Damage damage;
  private final List<Mark> marks = new ArrayList<>();
  private final Map<Long, OpenCounts> counts = new TreeMap<>();

  private MarksFile(Path file, Instant clockBase) {
    this.file = file;
    this.clockBase = clockBase;
    damage = new Damage(file);
  }

  /** Reads a marks file; if the file is missing, there are no marks. */
  static MarksFile read(Path file, Instant clockBase) {
    MarksFile marks = new MarksFile(file, clockBase);
    if (!Files.isRegularFile(file)) {
      return marks;
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES);
      marks.addLines(new String(bytes, StandardCharsets.UTF_8));
      if (in.read() >= 0) {
        marks.damage.addSentence(
            file + " is longer than " + MAX_BYTES + " bytes; any marks beyond that are ignored");
      }
    } catch (IOException e) {
      marks.damage.addSentence(
          file + " cannot be read: " + e.getMessage() + "; its marks are missing");
    }
    marks.marks.sort(Comparator.comparingLong(Mark::atNanos));
    return marks;
  }

  /** The marks, ordered by time. */
  List<Mark> marks() {
    return List.copyOf(marks);
  }

  /** The damage found in the file, one sentence for each problem. */
  List<String> damage() {
    return damage.sentences();
  }

  /** The open resources at each mark at which they were counted, by the time of the mark. */
  Map<Long, OpenCounts> counts() {
    return Collections.unmodifiableMap(counts);
  }

  private void addLines(String text) {
    int number = 0;
    for (int start = 0; start < text.length(); ) {
      if (number == MAX_LINES) {
        damage.addSentence(
            file + " has more than " + MAX_LINES + " lines; any marks beyond that are ignored");
        return;
      }
      number++;
      int end = text.indexOf('\n', start);
      if (end < 0) {
        end = text.length();
      }
      addLine(number, text.substring(start, end));
      start = end + 1;
    }
  }

  private void addLine(int number, String line) {
    int space = line.indexOf(' ');
    if (space > 0 && !line.substring(space).isBlank()) {
      try {
        Instant at = Instant.parse(line.substring(0, space));
        long atNanos = Duration.between(clockBase, at).toNanos();
        marks.add(mark(at, atNanos, line.substring(space + 1)));
        return;
      } catch (DateTimeException | ArithmeticException e) {
        // The text is not an instant, or the instant is more than 292 years away; this is reported
        // below.
      }
    }
    String shown = line.isBlank() ? "nothing" : "'" + excerpt(line) + "'";
    damage.addSentence(
        file
            + " line "
            + number
            + " is not a mark: found "
            + shown
            + ", expected '<ISO-8601 instant> <name>'; it is skipped");
  }

  /** Parses a mark. A prefix that is not a valid field is part of the name. */
  private Mark mark(Instant at, long atNanos, String rest) {
    String name = rest;
    long resident = ResidentMemory.UNKNOWN;
    String bytes = field(name, Marks.RESIDENT);
    if (bytes != null && (bytes.equals("?") || bytes.matches("[0-9]{1,18}"))) {
      resident = bytes.equals("?") ? ResidentMemory.UNKNOWN : Long.parseLong(bytes);
      name = name.substring(name.indexOf(' ') + 1);
    }
    String open = field(name, Marks.OPEN);
    OpenCounts known = open == null ? null : OpenCounts.parse(open);
    if (known != null && counts.size() < MAX_COUNTS) {
      counts.put(atNanos, known);
    }
    if (known != null || "?".equals(open)) {
      name = name.substring(name.indexOf(' ') + 1);
    }
    return new Mark(Marks.printable(name), at, atNanos, resident);
  }

  /** The value of a field at the start of a string, if more text follows; null if there is none. */
  private static @Nullable String field(String text, String prefix) {
    int space = text.indexOf(' ');
    return text.startsWith(prefix) && space > 0 && !text.substring(space).isBlank()
        ? text.substring(prefix.length(), space)
        : null;
  }

  private static String excerpt(String line) {
    String printable = Marks.printable(line);
    return printable.length() <= SHOWN_CHARS
        ? printable
        : printable.substring(0, SHOWN_CHARS) + "...";
  }
}
