package io.ttalloc.agent.options;

import org.jspecify.annotations.Nullable;

/**
 * The call that is made to fail. Immutable.
 *
 * @param method {@code Class.method}, with the simple or binary name of the class, whose calls
 *     alone count; null if those of all methods do that may fail
 * @param number which call it is, from 1
 */
public record FailingCall(@Nullable String method, int number) {
  /** Reads what a user wrote; null if it is wrong. */
  static @Nullable FailingCall parse(String text) {
    int colon = text.lastIndexOf(':');
    int number = Digits.parse(text.substring(colon + 1));
    if (number < 1) {
      return null;
    }
    if (colon < 0) {
      return new FailingCall(null, number);
    }
    String method = text.substring(0, colon);
    int dot = method.lastIndexOf('.');
    boolean good = dot > 0 && dot < method.length() - 1;
    for (int i = 0; i < method.length(); i++) {
      good &= !Character.isWhitespace(method.charAt(i)) && method.charAt(i) != '(';
    }
    return good ? new FailingCall(method, number) : null;
  }

  /** The option as it is written. */
  @Override
  public String toString() {
    return "inject=" + (method == null ? "" : method + ":") + number;
  }
}
