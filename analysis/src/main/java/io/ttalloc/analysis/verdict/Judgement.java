package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.snapshot.Owner;
import org.jspecify.annotations.Nullable;

/**
 * A verdict on one resource and the owners that decided it.
 *
 * @param root the outermost owner with which it is shown, null if it stands for itself
 * @param cause the cache that holds it, or the owner whose close left it
 */
public record Judgement(Verdict verdict, @Nullable Owner root, @Nullable Owner cause) {
  static Judgement of(Verdict verdict, Case judged) {
    return new Judgement(verdict, judged.root(), null);
  }
}
