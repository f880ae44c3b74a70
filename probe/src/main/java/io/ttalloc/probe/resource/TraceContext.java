package io.ttalloc.probe.resource;

import org.jspecify.annotations.Nullable;

/**
 * The request or job on which a thread is working, according to a tracing library. Its identifiers
 * are added to the labels of the resources that the thread opens. Thread-safe.
 */
public abstract class TraceContext {
  private static final String START = "trace ";
  private static final String SEPARATOR = ", ";

  /**
   * The library in use; null unless the program has a tracing library and the user wants its
   * identifiers.
   */
  private static volatile @Nullable TraceContext used;

  /** Uses the given tracing library from now on; null means none. */
  public static void use(@Nullable TraceContext context) {
    used = context;
  }

  /**
   * Queries the library, which may call application code. Throws nothing.
   *
   * @return the identifiers of the current thread's context, such as {@code 4bf9 span 00f0}; null
   *     if there is none
   */
  protected abstract @Nullable String identifiers();

  /** The context of the current thread as part of a label; null if there is none. */
  public static @Nullable String now() {
    TraceContext context = used;
    String identifiers = context == null ? null : context.identifiers();
    return identifiers == null ? null : START.concat(identifiers);
  }

  /** A label followed by a context; either may be missing. */
  public static @Nullable String joined(@Nullable String label, @Nullable String context) {
    return context == null
        ? label
        : label == null || label.isEmpty() ? context : label.concat(SEPARATOR).concat(context);
  }

  /** The context in a label that {@link #joined} returned; null if the label has none. */
  public static @Nullable String in(@Nullable String label) {
    if (used == null || label == null || label.startsWith(START)) {
      return used == null ? null : label;
    }
    int at = label.lastIndexOf(SEPARATOR.concat(START));
    return at < 0 ? null : label.substring(at + SEPARATOR.length());
  }
}
