package io.ttalloc.points;

import java.util.Arrays;

/**
 * Enumerates all executions in a depth-first search over the choices made in them. Each execution
 * repeats the first choices of the previous execution, makes the next choice differently, and takes
 * the first alternative in all later choices.
 *
 * <p>The first alternative always continues the running thread. Any other alternative is a
 * preemption if the running thread could continue. The number of preemptions is bounded: few errors
 * need more than two preemptions.
 */
final class Choices {
  /** The number of attempts after which an execution that always diverges is skipped. */
  private static final int MAX_REPETITIONS = 20;

  private int[] chosen = new int[64];
  private int[] options = new int[64];
  private boolean[] preemptive = new boolean[64];
  private int count;
  private int prefix;
  private int diverged;
  private boolean divergesNow;
  private int repetitions;

  /** Begins an execution. */
  void begin() {
    count = 0;
    divergesNow = false;
  }

  /**
   * Chooses one of several alternatives.
   *
   * @param alternatives the number of alternatives
   * @param preempts whether every alternative but the first is a preemption
   */
  int choose(int alternatives, boolean preempts) {
    if (count == chosen.length) {
      chosen = Arrays.copyOf(chosen, 2 * count);
      options = Arrays.copyOf(options, 2 * count);
      preemptive = Arrays.copyOf(preemptive, 2 * count);
    }
    if (count < prefix && chosen[count] >= alternatives) {
      divergesNow = true;
    }
    if (divergesNow) {
      // Does not overwrite the recorded choices, so that no earlier execution is repeated.
      count++;
      return 0;
    }
    if (count >= prefix) {
      chosen[count] = 0;
    }
    options[count] = alternatives;
    preemptive[count] = preempts;
    return chosen[count++];
  }

  /**
   * The number of executions that were to repeat a choice but did not offer it, for example because
   * identity hash codes differ.
   */
  int diverged() {
    return diverged;
  }

  /** Moves to the next execution; returns false if none is left within the limit of preemptions. */
  boolean next(int preemptions) {
    if (divergesNow) {
      diverged++;
      count = prefix; // the choices after these are unknown
      if (++repetitions < MAX_REPETITIONS) {
        return true;
      }
    }
    repetitions = 0;
    int[] before = new int[count + 1];
    for (int i = 0; i < count; i++) {
      before[i + 1] = before[i] + (preemptive[i] && chosen[i] > 0 ? 1 : 0);
    }
    for (int i = count - 1; i >= 0; i--) {
      if (chosen[i] + 1 < options[i] && before[i] + (preemptive[i] ? 1 : 0) <= preemptions) {
        chosen[i]++;
        prefix = i + 1;
        return true;
      }
    }
    return false;
  }
}
