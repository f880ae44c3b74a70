package io.ttalloc.analysis.site;

import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.record.OriginRecord;
import io.ttalloc.ledger.record.OriginRecord.Origin;
import io.ttalloc.ledger.record.OriginRecord.Scope;
import io.ttalloc.text.JavaNames;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The origin of classes as recorded in the ledger. Explicit settings take precedence over what the
 * agent inferred, and more specific names over less specific ones.
 */
final class Origins {
  /** The origins of named classes and packages, either all set explicitly or all inferred. */
  private static final class Names {
    private final Map<Scope, Map<String, Origin>> byScope = new EnumMap<>(Scope.class);

    Names() {
      for (Scope scope : Scope.values()) {
        byScope.put(scope, new HashMap<>());
      }
    }

    void add(OriginRecord entry) {
      names(entry.scope()).putIfAbsent(entry.name(), entry.origin());
    }

    private Map<String, Origin> names(Scope scope) {
      return byScope.computeIfAbsent(scope, missing -> new HashMap<>());
    }

    /** Returns the origin by the most specific name; null if no name covers the class. */
    @Nullable Origin of(String className) {
      Origin found = ofClass(className);
      String name = JavaNames.packageOf(className);
      if (found == null) {
        found = names(Scope.PACKAGE).get(name);
      }
      Map<String, Origin> below = names(Scope.PACKAGE_AND_BELOW);
      while (found == null && !name.isEmpty()) {
        found = below.get(name);
        name = JavaNames.packageOf(name);
      }
      return found;
    }

    /**
     * Returns the origin of a class by its name; the origin of a class also covers its nested
     * classes.
     */
    private @Nullable Origin ofClass(String className) {
      Map<String, Origin> classes = names(Scope.CLASS);
      if (classes.isEmpty()) {
        return null;
      }
      String name = className;
      Origin found = classes.get(name);
      for (int dollar = name.lastIndexOf('$'); found == null && dollar > 0; ) {
        name = name.substring(0, dollar);
        found = classes.get(name);
        dollar = name.lastIndexOf('$');
      }
      return found;
    }
  }

  private final Names said = new Names();
  private final Names inferred = new Names();
  private final boolean recorded;

  /** A cache of results, since most stacks contain the same classes. */
  private final ConcurrentHashMap<String, Origin> known = new ConcurrentHashMap<>();

  private Origins(boolean recorded) {
    this.recorded = recorded;
  }

  static Origins of(LedgerImage image) {
    Origins origins = new Origins(!image.rows(OriginRecord.class).isEmpty());
    for (OriginRecord entry : image.rows(OriginRecord.class)) {
      (entry.said() ? origins.said : origins.inferred).add(entry);
    }
    return origins;
  }

  /** Whether the ledger has any origins; without them, it is unknown where classes come from. */
  boolean recorded() {
    return recorded;
  }

  /**
   * Returns the origin of a class; UNSURE if nothing was recorded and it is not a platform class.
   */
  Origin of(String className) {
    return known.computeIfAbsent(className, this::find);
  }

  private Origin find(String className) {
    Origin found = said.of(className);
    if (found == null) {
      found = JavaNames.isPlatform(className) ? Origin.LIBRARY : inferred.of(className);
    }
    return found == null ? Origin.UNSURE : found;
  }
}
