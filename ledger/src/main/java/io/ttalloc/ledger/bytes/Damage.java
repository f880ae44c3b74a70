package io.ttalloc.ledger.bytes;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects sentences about defects of a file. Only the first {@link #MAX_SENTENCES} are kept, so
 * that a person can read them; the rest are counted.
 */
public final class Damage {
  public static final int MAX_SENTENCES = 100;

  private final Path file;
  private final List<String> sentences = new ArrayList<>();
  private long more;

  public Damage(Path file) {
    this.file = file;
  }

  /** Adds a sentence that consists of the path of the file and the given predicate. */
  public void add(String predicate) {
    addSentence(file + predicate);
  }

  public void addSentence(String sentence) {
    if (sentences.size() < MAX_SENTENCES) {
      sentences.add(sentence);
    } else {
      more++;
    }
  }

  public List<String> sentences() {
    if (more == 0) {
      return List.copyOf(sentences);
    }
    List<String> all = new ArrayList<>(sentences);
    String faults = more == 1 ? "There is 1 more fault" : "There are " + more + " more faults";
    all.add(faults + " like these in " + file + ".");
    return List.copyOf(all);
  }
}
