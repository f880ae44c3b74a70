package io.ttalloc.analysis.site;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;

/**
 * The identity of a type and a stack across builds and JDKs. It ignores line numbers; the numbers
 * of lambdas, anonymous classes, proxies and accessors; reflection frames, which differ between
 * JDKs; and the depth of recursions and the frames of executors, which differ from call to call.
 *
 * <p>Uses 64-bit FNV-1a with a final mix, because a message digest of the JDK would load its
 * security providers into a process that is about to end.
 */
public final class Fingerprint {
  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private Fingerprint() {}

  /** Returns the fingerprint as sixteen hexadecimal digits. */
  public static String of(TypeEntry type, List<Frame> stack) {
    long hash = add(OFFSET, type.name());
    hash = add(hash, withoutNumbers(type.className()));
    for (Frame frame : FoldedStack.of(stack)) {
      if (!isReflection(frame.className())) {
        hash = add(hash, withoutNumbers(frame.className()));
        hash = add(hash, withoutNumbers(frame.method()));
      }
    }
    hash = (hash ^ (hash >>> 32)) * 0x9E3779B97F4A7C15L;
    hash ^= hash >>> 29;
    String digits = Long.toHexString(hash);
    return "0".repeat(16 - digits.length()) + digits;
  }

  private static long add(long start, String text) {
    long hash = start;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * PRIME;
    }
    return (hash ^ '\n') * PRIME;
  }

  private static boolean isReflection(String className) {
    return className.startsWith("jdk.internal.reflect.")
        || className.startsWith("java.lang.reflect.")
        || className.startsWith("java.lang.invoke.")
        || className.startsWith("sun.reflect.");
  }

  /**
   * Removes numbers: {@code lambda$read$3} becomes {@code lambda$read$}. Also removes everything
   * from {@code $$} on, which is generated.
   */
  static String withoutNumbers(String name) {
    int generated = name.indexOf("$$");
    String kept = generated < 0 ? name : name.substring(0, generated);
    StringBuilder text = new StringBuilder(kept.length());
    boolean numbered = false;
    for (int i = 0; i < kept.length(); i++) {
      char c = kept.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      numbered = c == '$' || (numbered && digit);
      if (!(numbered && digit)) {
        text.append(c);
      }
    }
    int end = text.length();
    if (kept.contains("$Proxy") || kept.contains("Accessor")) {
      while (end > 0 && Character.isDigit(text.charAt(end - 1))) {
        end--;
      }
    }
    return text.substring(0, end);
  }
}
