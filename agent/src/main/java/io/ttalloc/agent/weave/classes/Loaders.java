package io.ttalloc.agent.weave.classes;

import org.jspecify.annotations.Nullable;

/** Recognizes classes of the JDK by loader and name. Used for each class that is loaded. */
public final class Loaders {
  private static final String[] OF_THE_JDK = {"java/", "javax/", "jdk/"};

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  private Loaders() {}

  /** Whether a class belongs to the JDK, by its internal name. */
  public static boolean isOfTheJdk(String name) {
    for (String prefix : OF_THE_JDK) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /** Like {@link #isOfTheJdk}, but includes packages that only the JDK's own code uses. */
  public static boolean isPlatform(String name) {
    return isOfTheJdk(name) || name.startsWith("sun/") || name.startsWith("com/sun/");
  }

  /**
   * Whether another agent has put a class on the boot class path. JDK methods that the other agent
   * has changed call such classes, and any code that reads class files may call these methods.
   */
  public static boolean isOfAnotherAgent(@Nullable ClassLoader loader, String name) {
    return loader == null && !isPlatform(name);
  }

  /** Whether a loader is the boot loader or the platform loader. */
  public static boolean isOfJdk(@Nullable ClassLoader loader) {
    return loader == null || loader == PLATFORM;
  }

  /** Whether a loader is not one of the JDK's own three, so that calling it may load any class. */
  public static boolean isForeign(@Nullable ClassLoader loader) {
    return loader != null && !loader.getClass().getName().startsWith("jdk.internal.loader.");
  }

  /** Whether a loaded class comes from a class file of the JDK. */
  public static boolean isOrdinaryOfJdk(Class<?> loaded) {
    return isOfJdk(loaded.getClassLoader())
        && !loaded.isArray()
        && !loaded.isPrimitive()
        && !loaded.isHidden()
        && !isOfAnotherAgent(loaded.getClassLoader(), loaded.getName().replace('.', '/'));
  }
}
