package io.ttalloc.analysis.wording;

/** Foreign text (labels, commands, class names) made harmless for a terminal. */
public final class Escapes {
  private Escapes() {}

  /** Every character that could move, hide or reorder text becomes {@code \}{@code uXXXX}. */
  public static String visible(String text) {
    int i = 0;
    while (i < text.length() && isHarmless(text.charAt(i))) {
      i++;
    }
    if (i == text.length()) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, i);
    for (; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isHarmless(c)) {
        escaped.append(c);
      } else {
        String digits = Integer.toHexString(c);
        escaped.append("\\u").append("0".repeat(4 - digits.length())).append(digits);
      }
    }
    return escaped.toString();
  }

  private static boolean isHarmless(char c) {
    if (c < 0x7f) {
      return c >= ' ';
    }
    boolean control = c <= 0x9f;
    boolean invisible = (c >= 0x200b && c <= 0x200f) || c == 0x061c || c == 0xfeff;
    boolean direction = (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    return !control && !invisible && !direction && !Character.isSurrogate(c);
  }

  /** As one argument of a shell, in quotes if it needs them. */
  public static String quoted(String argument) {
    boolean plain = argument.matches("[\\w@%+=:,./-]+");
    return plain ? argument : "'" + visible(argument).replace("'", "'\\''") + "'";
  }

  /** At most {@code most} characters, the middle left out. */
  public static String shortened(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int head = (most - 3) / 2;
    int tail = most - 3 - head;
    return text.substring(0, head) + "..." + text.substring(text.length() - tail);
  }
}
