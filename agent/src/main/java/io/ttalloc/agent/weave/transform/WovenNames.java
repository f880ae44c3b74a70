package io.ttalloc.agent.weave.transform;

import io.ttalloc.agent.weave.classes.AnyVersion;
import io.ttalloc.probe.Hooks;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * Makes the loader of a class find the classes that woven code names, before that code runs.
 *
 * <p>The JVM asks a loader for a class once, when code that names the class runs for the first
 * time. That needs heap: if none is left, the call of a hook would fail, and so would its error
 * handler, in the middle of the application. Moreover, if a loader does not find the hooks at all,
 * this is known before a class that could not run is woven.
 */
public final class WovenNames {
  /** The package of JDK classes and, in the agent's jar, of the hooks. */
  private static final String JDK = "java.lang.";

  private static final String HOOKS = Hooks.class.getName();
  private static final int TAG_CLASS = 7;

  private WovenNames() {}

  /**
   * Finds the classes that a class file names, unless it belongs to the boot loader. The JVM asks a
   * loader in the same way for the superclass of a class that it defines.
   *
   * @throws IllegalStateException if the loader does not find the hooks
   */
  public static void findIn(@Nullable ClassLoader loader, byte[] woven) {
    if (loader != null) {
      find(loader, in(woven));
    }
  }

  /**
   * Finds classes.
   *
   * @param names as returned by {@link #in}
   * @throws IllegalStateException if the loader does not find the hooks
   */
  static void find(@Nullable ClassLoader loader, List<String> names) {
    if (loader != null) {
      for (String name : names) {
        find(loader, name);
      }
    }
  }

  /**
   * Whether a class file already calls hooks. The class file that the JVM provides for a loaded,
   * woven class does, and other agents may pass on that class file instead of the original one. If
   * such a class file were woven again, each call would be recorded twice.
   */
  public static boolean haveHooks(byte[] classFile) {
    return all(classFile).contains(HOOKS);
  }

  /** The names of the classes that a class file names and that a loader must find. */
  static List<String> in(byte[] woven) {
    List<String> names = new ArrayList<>();
    for (String name : all(woven)) {
      if (name.startsWith(JDK) && name.indexOf('.', JDK.length()) < 0) {
        names.add(name);
      }
    }
    return names;
  }

  /** The binary names of all classes that a class file names. */
  private static List<String> all(byte[] classFile) {
    List<String> names = new ArrayList<>();
    ClassReader reader = AnyVersion.reader(classFile);
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int item = reader.getItem(i);
      // 0 is the second half of a long or a double.
      if (item != 0 && reader.readByte(item - 1) == TAG_CLASS) {
        names.add(reader.readUTF8(item, buffer).replace('/', '.'));
      }
    }
    return names;
  }

  /**
   * Checks that a class can be found. Classes other than the hooks may be missing, such as unused
   * classes of a later JDK.
   */
  private static void find(ClassLoader loader, String name) {
    try {
      Class<?> unused = Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      if (name.equals(HOOKS)) {
        throw new IllegalStateException("its class loader cannot find " + name, e);
      }
    }
  }
}
