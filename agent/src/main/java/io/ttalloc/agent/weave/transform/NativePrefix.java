package io.ttalloc.agent.weave.transform;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;

/** The prefix of native methods that get code, see {@link NativeMethods}. */
public final class NativePrefix {
  /** The argument of {@link Instrumentation#setNativeMethodPrefix}. */
  public static final String PREFIX = "$ttAlloc$";

  private NativePrefix() {}

  /** Has the JVM link native methods that a transformer gives it; false if it cannot. */
  public static boolean link(Instrumentation instrumentation, ClassFileTransformer transformer) {
    boolean linked = instrumentation.isNativeMethodPrefixSupported();
    if (linked) {
      instrumentation.setNativeMethodPrefix(transformer, PREFIX);
    }
    return linked;
  }
}
