package io.ttalloc.runtime.program;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Closes all resources in a list, even if closing one of them fails. */
public final class ClosingTogether {
  private ClosingTogether() {}

  /**
   * Closes all resources, first to last. The first failure is thrown after the last close, with any
   * later failures added as suppressed exceptions.
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
