package io.ttalloc.agent.boot;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import jdk.internal.misc.Unsafe;

/**
 * Defines the classes of the boot image in the boot loader.
 *
 * <p>They are not added by a jar on its class path: that would make JDK 17 print a warning and
 * switch class data sharing off.
 */
public final class BootClasses {
  /** Where the image lies in the agent's jar. */
  static final String IMAGE = "META-INF/tt-alloc/boot.classes";

  /** The name of the hooks there, which woven code uses. */
  static final String HOOKS = "java/lang/TtAllocHooks";

  /** Guarded by this class. Tracking may be tried again after it could not start. */
  private static boolean defined;

  private BootClasses() {}

  /** Lets the agent use the internals of the JDK that it needs. */
  public static void openInternals(Instrumentation instrumentation) {
    Set<Module> agent = Set.of(BootClasses.class.getModule());
    instrumentation.redefineModule(
        Object.class.getModule(),
        agent,
        Map.of("jdk.internal.misc", agent, "jdk.internal.access", agent),
        // Where jars of the boot class path are, and which classes are loaded: no public method
        // says.
        Map.of("jdk.internal.loader", agent, "java.lang", agent),
        Set.of(),
        Map.of());
  }

  /**
   * Defines all classes, and lets them use the internals of the JDK that they need. {@link
   * #openInternals} must have been called. All are initialized as well: a class that a hook is the
   * first to use could never be used again if its initialization failed for lack of stack or heap.
   * Does nothing once it has succeeded.
   *
   * @throws IOException the image cannot be read, or the agent does not run from its jar
   */
  public static synchronized void define(Instrumentation instrumentation) throws IOException {
    if (defined) {
      return;
    }
    Module base = Object.class.getModule();
    try (InputStream raw = BootClasses.class.getClassLoader().getResourceAsStream(IMAGE)) {
      if (raw == null) {
        throw new IOException(IMAGE + " is missing in the agent's jar");
      }
      // The image is read whole: a stream of a jar is slow byte by byte.
      DataInputStream in =
          new DataInputStream(new java.io.ByteArrayInputStream(raw.readAllBytes()));
      int count = in.readInt();
      Class<?>[] all = new Class<?>[count];
      for (int i = 0; i < count; i++) {
        String name = in.readUTF();
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        all[i] = Definer.define(name, bytes);
        if (i == 0) {
          export(instrumentation, base, all[0].getModule(), "jdk.internal.misc");
          export(instrumentation, base, all[0].getModule(), "jdk.internal.access");
          export(instrumentation, base, all[0].getModule(), "jdk.internal.reflect");
        }
      }
      for (Class<?> each : all) {
        Definer.initialize(each);
      }
    }
    defined = true;
  }

  private static void export(Instrumentation instrumentation, Module from, Module to, String name) {
    instrumentation.redefineModule(
        from, Set.of(to), Map.of(name, Set.of(to)), Map.of(), Set.of(), Map.of());
  }

  /** Linked only once its package is exported. */
  private static final class Definer {
    static Class<?> define(String name, byte[] bytes) {
      return Unsafe.getUnsafe().defineClass(name, bytes, 0, bytes.length, null, null);
    }

    static void initialize(Class<?> defined) {
      Unsafe.getUnsafe().ensureClassInitialized(defined);
    }
  }
}
