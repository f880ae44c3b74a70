package io.ttalloc.probe.rule;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The classes that a rule excludes, with all their subtypes. Inherited constructors and closes are
 * woven nevertheless, so hooks have to check whether the class of an object is excluded. Immutable.
 */
public final class ExcludedClasses {
  private static final String BELOW = ".**";
  private static final String PACKAGE = ".*";

  private final String[] patterns;

  /** The only class that is not excluded; null if the patterns list the excluded classes. */
  private final @Nullable String only;

  /**
   * @param patterns binary names, {@code com.acme.*} for a package, {@code com.acme.**} for a
   *     package and its subpackages; or a single name after {@link ProbeType#ALL_BUT}
   */
  ExcludedClasses(List<String> patterns) {
    this.patterns = patterns.toArray(new String[0]);
    String first = this.patterns[0];
    this.only =
        first.startsWith(ProbeType.ALL_BUT) ? first.substring(ProbeType.ALL_BUT.length()) : null;
  }

  List<String> patterns() {
    return List.of(patterns);
  }

  boolean isSameAs(ExcludedClasses other) {
    return Arrays.equals(patterns, other.patterns);
  }

  /** Whether a class or one of its supertypes is excluded. */
  public boolean contains(Class<?> type) {
    if (only != null) {
      return !type.getName().equals(only);
    }
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (matches(c.getName()) || containsOneOf(c.getInterfaces())) {
        return true;
      }
    }
    return false;
  }

  private boolean containsOneOf(Class<?>[] interfaces) {
    for (Class<?> each : interfaces) {
      if (contains(each)) {
        return true;
      }
    }
    return false;
  }

  private boolean matches(String name) {
    for (String pattern : patterns) {
      if (pattern.endsWith(BELOW)) {
        if (name.startsWith(pattern.substring(0, pattern.length() - BELOW.length() + 1))) {
          return true;
        }
      } else if (pattern.endsWith(PACKAGE)) {
        int length = pattern.length() - PACKAGE.length();
        if (name.lastIndexOf('.') == length && pattern.startsWith(name.substring(0, length))) {
          return true;
        }
      } else if (pattern.equals(name)) {
        return true;
      }
    }
    return false;
  }
}
