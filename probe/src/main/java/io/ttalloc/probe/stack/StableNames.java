package io.ttalloc.probe.stack;

/**
 * Strips the parts of generated class names that differ from run to run or are unbounded: {@code
 * GeneratedMethodAccessor17}, {@code $Proxy42}, {@code Main$$Lambda/0x0000abcd}.
 */
public final class StableNames {
  private static final String[] NUMBERED = {
    "Accessor", "$Proxy", "$$Lambda$", "$$Lambda", "$$", "LambdaForm$MH"
  };

  private StableNames() {}

  /** The stable name of a class; most names are returned unchanged. */
  public static String of(String className) {
    String name = className;
    int address = name.indexOf("/0x");
    if (address > 0) {
      name = name.substring(0, address);
    }
    int digits = name.length();
    while (digits > 0 && isHexDigit(name.charAt(digits - 1))) {
      digits--;
    }
    if (digits == name.length()) {
      return name;
    }
    for (String prefix : NUMBERED) {
      if (name.startsWith(prefix, digits - prefix.length())) {
        return name.substring(0, digits);
      }
    }
    return name;
  }

  private static boolean isHexDigit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  }
}
