package io.ttalloc.agent.options;

import io.ttalloc.rules.ClassPattern;
import java.util.List;

/**
 * The classes that are tracked without a rule, if they are AutoCloseable. Immutable.
 *
 * @param classes the classes in {@code track}; no duplicates
 * @param except the classes in {@code exclude}, which are skipped together with their subtypes; no
 *     duplicates
 */
public record TrackedPackages(List<ClassPattern> classes, List<ClassPattern> except) {
  /** No class. */
  public static final TrackedPackages NOTHING = new TrackedPackages(List.of(), List.of());

  public TrackedPackages {
    classes = List.copyOf(classes);
    except = List.copyOf(except);
  }

  /** Whether no class is tracked without a rule. */
  public boolean isNothing() {
    return classes.isEmpty();
  }
}
