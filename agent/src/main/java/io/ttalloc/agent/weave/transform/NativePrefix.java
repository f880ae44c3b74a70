package io.ttalloc.agent.weave.transform;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;

/** The prefix of native methods that are given code; see {@link NativeMethods}. */
public final class NativePrefix {
  /** The argument of {@link Instrumentation#setNativeMethodPrefix}. */
  public static final String PREFIX = "$ttAlloc$";

  private NativePrefix() {}

  /**
   * Makes the JVM link the native methods to which a transformer adds the prefix; false if it
   * cannot.
   */
  public static boolean link(Instrumentation instrumentation, ClassFileTransformer transformer) {
    boolean linked = instrumentation.isNativeMethodPrefixSupported();
    if (linked) {
      instrumentation.setNativeMethodPrefix(transformer, PREFIX);
    }
    return linked;
  }
}
