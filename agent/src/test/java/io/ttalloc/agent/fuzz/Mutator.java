package io.ttalloc.agent.fuzz;

import java.util.List;
import java.util.Random;

/** Creates broken variants of valid text; the same seed gives the same variants. */
final class Mutator {
  /** The number of mutants that a test tries in an ordinary build. */
  static final int FEW = 2_000;

  /** The number of mutants that a test tries with the profile {@code reliability}. */
  static final int MANY = 100_000;

  private final Random random;
  private final List<String> tokens;

  /**
   * Creates a mutator; mutators with the same seed and tokens create the same variants.
   *
   * @param tokens the tokens to insert, in addition to random characters
   */
  Mutator(long seed, List<String> tokens) {
    this.random = new Random(seed);
    this.tokens = tokens;
  }

  String pick(List<String> texts) {
    return texts.get(random.nextInt(texts.size()));
  }

  boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  /** Makes one to six random changes. */
  String mutate(String text) {
    StringBuilder mutant = new StringBuilder(text);
    for (int i = random.nextInt(6); i >= 0; i--) {
      change(mutant);
    }
    return mutant.toString();
  }

  private void change(StringBuilder text) {
    int start = random.nextInt(text.length() + 1);
    int end = Math.min(text.length(), start + 1 + random.nextInt(chance(4) ? 200 : 8));
    switch (random.nextInt(6)) {
      case 0 -> text.delete(start, end);
      case 1 -> text.insert(start, pick(tokens));
      case 2 -> text.replace(start, end, pick(tokens));
      case 3 -> text.insert(random.nextInt(text.length() + 1), text.substring(start, end));
      case 4 -> text.insert(start, (char) random.nextInt(chance(2) ? 128 : 65_536));
      default -> {
        if (chance(20)) {
          text.setLength(start);
        } else if (start < text.length()) {
          text.setCharAt(start, (char) random.nextInt(128));
        }
      }
    }
  }
}
