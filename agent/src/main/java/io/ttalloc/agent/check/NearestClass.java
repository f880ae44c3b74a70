package io.ttalloc.agent.check;

import io.ttalloc.rules.ClassPattern;
import io.ttalloc.text.Wording;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Suggests a class for an unknown name. */
final class NearestClass {
  private NearestClass() {}

  /**
   * The hint {@code (did you mean 'com.acme.Pool$Entry'?)} with a leading space; empty if no name
   * is similar.
   *
   * @param names the binary names of the classes that exist
   */
  static String hint(Iterable<String> names, ClassPattern wanted) {
    String nearest = wanted.kind() == ClassPattern.Kind.CLASS ? of(names, wanted.name()) : null;
    return nearest == null ? "" : " (did you mean " + Wording.quote(nearest) + "?)";
  }

  /**
   * A class whose name ends with the missing one, with dots and dollar signs treated alike; else
   * the class in the same package with the most similar name; null if there is none.
   */
  private static @Nullable String of(Iterable<String> names, String missing) {
    String dotted = missing.replace('$', '.');
    String itsPackage = packageOf(missing);
    Map<String, String> near = new HashMap<>();
    for (String name : names) {
      if (".".concat(name).replace('$', '.').endsWith(".".concat(dotted))) {
        return name;
      }
      if (packageOf(name).equals(itsPackage)) {
        near.put(name.substring(itsPackage.length()), name);
      }
    }
    String simple = Wording.nearest(near.keySet(), missing.substring(itsPackage.length()));
    return simple == null ? null : near.get(simple);
  }

  /** The package with its trailing dot; empty for the unnamed package. */
  private static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('.') + 1);
  }
}
