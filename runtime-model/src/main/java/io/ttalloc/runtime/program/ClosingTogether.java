package io.ttalloc.runtime.program;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Closes everything in a list, even if one of them fails. */
public final class ClosingTogether {
  private ClosingTogether() {}

  /**
   * Closes all, first to last. The first failure is thrown when all were tried, the others are
   * suppressed in it.
   */
  public static void closeAll(List<? extends AutoCloseable> resources) {
    RuntimeException failure = null;
    for (AutoCloseable resource : resources) {
      try {
        resource.close();
      } catch (Exception e) {
        failure = add(failure, e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static RuntimeException add(@Nullable RuntimeException failure, Exception next) {
    if (failure != null) {
      failure.addSuppressed(next);
      return failure;
    }
    return next instanceof RuntimeException e
        ? e
        : new IllegalStateException("Closing failed: " + next.getMessage(), next);
  }
}
