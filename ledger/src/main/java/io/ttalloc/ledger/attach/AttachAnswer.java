package io.ttalloc.ledger.attach;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The answer of the agent to an {@link AttachRequest}. Immutable.
 *
 * @param lines the text for the user; not empty. If the request was carried out, the first line
 *     says what was done; if not, the last line says what happens next
 */
public record AttachAnswer(Outcome outcome, List<String> lines) {
  /** Whether the request was carried out. In files, the names are in lower case. */
  public enum Outcome {
    DONE,
    /**
     * The process was already in the requested state. The first line says so, as a predicate whose
     * subject is the process.
     */
    DONE_BEFORE,
    REFUSED,
    /**
     * The process was already in the requested state, but with other options. The last line says
     * so, as a predicate whose subject is the process.
     */
    DONE_OTHERWISE;

    private String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    private static @Nullable Outcome of(String text) {
      for (Outcome outcome : values()) {
        if (outcome.text().equals(text)) {
          return outcome;
        }
      }
      return null;
    }
  }

  private static final String FILE = "answer";

  public AttachAnswer {
    lines = List.copyOf(lines);
  }

  /** The request was carried out. */
  public static AttachAnswer done(String line) {
    return new AttachAnswer(Outcome.DONE, List.of(line));
  }

  /** The request was refused for the given reason. */
  public static AttachAnswer refused(String line) {
    return new AttachAnswer(Outcome.REFUSED, List.of(line));
  }

  /** Whether the process is in the requested state. */
  public boolean done() {
    return outcome == Outcome.DONE || outcome == Outcome.DONE_BEFORE;
  }

  /** Whether the state of the process was the same before the request. */
  public boolean unchanged() {
    return outcome == Outcome.DONE_BEFORE || outcome == Outcome.DONE_OTHERWISE;
  }

  /**
   * Writes the answer to the folder of its request, atomically.
   *
   * @throws IOException if it cannot be written
   */
  public void write(Path to) throws IOException {
    List<String> text = new ArrayList<>();
    text.add(outcome.text());
    for (String line : lines) {
      text.add(line.replace('\n', ' ').replace('\r', ' '));
    }
    Path unfinished = to.resolve(FILE + ".new");
    Files.write(unfinished, text);
    Files.move(unfinished, to.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Reads the answer in a folder; null if there is none.
   *
   * @throws IOException if it cannot be read, or is malformed
   */
  public static @Nullable AttachAnswer read(Path from) throws IOException {
    List<String> text;
    try {
      text = Files.readAllLines(from.resolve(FILE));
    } catch (NoSuchFileException e) {
      return null;
    }
    Outcome outcome = text.size() < 2 ? null : Outcome.of(text.get(0));
    if (outcome == null) {
      throw new IOException(from.resolve(FILE) + " is not an answer from the agent");
    }
    return new AttachAnswer(outcome, text.subList(1, text.size()));
  }
}
