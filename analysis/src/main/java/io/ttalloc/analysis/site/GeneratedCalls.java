package io.ttalloc.analysis.site;

/**
 * Recognises the generated frames between a caller and a callee: reflection, proxies and lambdas.
 */
final class GeneratedCalls {
  private static final String[] PREFIXES = {
    "java.lang.reflect.",
    "jdk.internal.reflect.",
    "sun.reflect.",
    "java.lang.invoke.",
    "com.sun.proxy.",
    "jdk.proxy"
  };

  private static final String[] PARTS = {
    "$$Lambda", "$$EnhancerBy", "$$FastClassBy", "$$SpringCGLIB$$"
  };

  private GeneratedCalls() {}

  /** Whether all methods of a class only pass calls on. */
  static boolean contains(String className) {
    for (String prefix : PREFIXES) {
      if (className.startsWith(prefix)) {
        return true;
      }
    }
    for (String part : PARTS) {
      if (className.contains(part)) {
        return true;
      }
    }
    // A proxy for a non-public interface is in the package of that interface.
    return className.startsWith("$Proxy", className.lastIndexOf('.') + 1);
  }
}
