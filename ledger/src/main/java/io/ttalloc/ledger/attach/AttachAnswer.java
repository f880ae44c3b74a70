package io.ttalloc.ledger.attach;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a request. Immutable.
 *
 * @param done whether it was done, or had been done before
 * @param lines what to tell the user; not empty. If it was done, the first says what was; if not,
 *     the last says what follows
 */
public record AttachAnswer(boolean done, List<String> lines) {
  /** How a line begins that says of a process that nothing had to be changed, or could be. */
  public static final String ALREADY = "is tracked already";

  private static final String FILE = "answer";
  private static final String DONE = "done";
  private static final String REFUSED = "refused";

  public AttachAnswer {
    lines = List.copyOf(lines);
  }

  /** It was done. */
  public static AttachAnswer done(String line) {
    return new AttachAnswer(true, List.of(line));
  }

  /** It was not done, for this reason. */
  public static AttachAnswer refused(String line) {
    return new AttachAnswer(false, List.of(line));
  }

  /**
   * Writes it beside its request, as a whole or not at all.
   *
   * @throws IOException it cannot be written
   */
  public void write(Path to) throws IOException {
    List<String> text = new ArrayList<>();
    text.add(done ? DONE : REFUSED);
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
   * @throws IOException it cannot be read, or is no answer
   */
  public static @Nullable AttachAnswer read(Path from) throws IOException {
    List<String> text;
    try {
      text = Files.readAllLines(from.resolve(FILE));
    } catch (NoSuchFileException e) {
      return null;
    }
    boolean done = !text.isEmpty() && text.get(0).equals(DONE);
    if (text.size() < 2 || !(done || text.get(0).equals(REFUSED))) {
      throw new IOException(from.resolve(FILE) + " is no answer of the agent");
    }
    return new AttachAnswer(done, text.subList(1, text.size()));
  }
}
