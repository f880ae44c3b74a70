package io.ttalloc.boot;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import jdk.internal.loader.BootLoader;
import jdk.internal.misc.Unsafe;

/**
 * Defines the classes of the boot image in the boot loader.
 *
 * <p>They are not added as a jar on the loader's class path, because that would make JDK 17 print a
 * warning and disable class data sharing.
 */
public final class BootClasses {
  /** The path of the image in the agent's jar. */
  public static final String IMAGE = "META-INF/tt-alloc/boot.classes";

  /** The internal name that the class of the hooks has in the boot image and in woven code. */
  public static final String HOOKS = "java/lang/TtAllocHooks";

  /**
   * Whether the classes have been defined; if not, defining them may be tried again. Guarded by
   * this class.
   */
  private static boolean defined;

  private BootClasses() {}

  /** Gives the agent access to the internals of the JDK that it needs. */
  public static void openInternals(Instrumentation instrumentation) {
    Set<Module> agent = Set.of(BootClasses.class.getModule());
    instrumentation.redefineModule(
        Object.class.getModule(),
        agent,
        Map.of("jdk.internal.misc", agent, "jdk.internal.access", agent),
        // Needed to find the jars on the boot class path and the loaded classes, for which there
        // are no public methods.
        Map.of("jdk.internal.loader", agent, "java.lang", agent),
        Set.of(),
        Map.of());
  }

  /**
   * Defines and initializes all classes of the image, and gives them access to the internals of the
   * JDK that they need. {@link #openInternals} must have been called. The classes are initialized
   * here because a class that is first used by a hook could never be used again if its
   * initialization failed for lack of stack or heap. Does nothing if an earlier call has succeeded.
   *
   * @throws IOException if the image cannot be read, or the agent does not run from its jar
   */
  public static synchronized void define(Instrumentation instrumentation) throws IOException {
    if (defined) {
      return;
    }
    byte[] image;
    try (InputStream raw = BootClasses.class.getClassLoader().getResourceAsStream(IMAGE)) {
      if (raw == null) {
        throw new IOException(IMAGE + " is missing from the agent's jar");
      }
      image = raw.readAllBytes();
    }
    exportTo(Definer.module(), instrumentation);
    ByteArrayInputStream bytes = new ByteArrayInputStream(image);
    DataInputStream in = new DataInputStream(bytes);
    Class<?>[] all = new Class<?>[in.readInt()];
    for (int i = 0; i < all.length; i++) {
      String name = in.readUTF();
      int length = in.readInt();
      int from = image.length - bytes.available();
      all[i] = Definer.define(name, image, from, length);
      in.skipNBytes(length);
    }
    for (Class<?> each : all) {
      Definer.initialize(each);
    }
    defined = true;
  }

  private static void exportTo(Module boot, Instrumentation instrumentation) {
    Set<Module> to = Set.of(boot);
    instrumentation.redefineModule(
        Object.class.getModule(),
        to,
        Map.of("jdk.internal.misc", to, "jdk.internal.access", to, "jdk.internal.reflect", to),
        Map.of(),
        Set.of(),
        Map.of());
  }

  /** A separate class, so that it is linked only after the internals have been exported. */
  private static final class Definer {
    /** The unnamed module of the boot loader. */
    static Module module() {
      return BootLoader.getUnnamedModule();
    }

    static Class<?> define(String name, byte[] image, int from, int length) {
      return Unsafe.getUnsafe().defineClass(name, image, from, length, null, null);
    }

    static void initialize(Class<?> defined) {
      Unsafe.getUnsafe().ensureClassInitialized(defined);
    }
  }
}
