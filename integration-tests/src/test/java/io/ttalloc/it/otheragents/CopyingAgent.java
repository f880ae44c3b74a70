package io.ttalloc.it.otheragents;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Another agent, which is on the command line twice: before and after our agent. The second
 * instance keeps the classes of {@link CopiedClassesIT} as our agent has woven them. When such a
 * class is retransformed, the first instance supplies the kept class file instead of the JVM's own.
 */
public final class CopyingAgent implements ClassFileTransformer {
  private static final Map<String, byte[]> KEPT = new ConcurrentHashMap<>();
  private static @Nullable Instrumentation first;

  private final boolean inFront;

  private CopyingAgent(boolean inFront) {
    this.inFront = inFront;
  }

  /** Called by the JVM, twice. */
  public static void premain(String argument, Instrumentation given) {
    given.addTransformer(new CopyingAgent(first == null), true);
    first = first == null ? given : first;
  }

  /** Retransforms a loaded class with all transformers. */
  static void retransform(Class<?> type) throws Exception {
    if (first == null) {
      throw new IllegalStateException("the agent was not started");
    }
    first.retransformClasses(type);
  }

  /** The class file of a class as it was loaded. */
  static byte[] loaded(Class<?> type) {
    return KEPT.get(type.getName().replace('.', '/')).clone();
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (name == null || !name.startsWith("io/ttalloc/it/otheragents/CopiedClassesIT$")) {
      return null;
    }
    if (inFront) {
      return redefined == null ? null : KEPT.get(name);
    }
    byte[] ignored = redefined == null ? KEPT.putIfAbsent(name, classFile.clone()) : null;
    return null;
  }
}
