package io.ttalloc.agent.weave;

import io.ttalloc.agent.rules.ClassPattern;

/**
 * The classes that hooks use, and those of the agent: a hook woven into one of them would call
 * itself without end.
 */
public final class NeverWoven {
  private static final String[] PREFIXES = {
    "jdk/internal/",
    "sun/reflect/",
    "java/util/concurrent/atomic/",
    "java/util/concurrent/locks/",
    "io/ttalloc/agent/",
    "io/ttalloc/probe/",
    "io/ttalloc/ledger/",
    "io/ttalloc/analysis/",
    "io/ttalloc/yaml/"
  };

  private NeverWoven() {}

  /** Whether all that a pattern names is never woven. */
  public static boolean contains(ClassPattern pattern) {
    return pattern.kind() == ClassPattern.Kind.CLASS && contains(pattern.name().replace('.', '/'));
  }

  /** Whether a class is never woven, by its internal name. */
  static boolean contains(String name) {
    for (String prefix : PREFIXES) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    boolean ofLang = name.startsWith("java/lang/") && !name.startsWith("java/lang/Process");
    boolean ofUtil = name.startsWith("java/util/") && name.indexOf('/', "java/util/".length()) < 0;
    return ofLang || ofUtil;
  }
}
