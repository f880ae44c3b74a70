package io.ttalloc.heap.scene;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;

/** An agent with a transformer, to which native code of the JVM refers. */
public final class Agent {
  static final class Transformer implements ClassFileTransformer {
    final Conn conn = Scene.JNI_GLOBAL.opened();
  }

  private Agent() {}

  public static void premain(String arguments, Instrumentation instrumentation) {
    instrumentation.addTransformer(new Transformer());
  }
}
