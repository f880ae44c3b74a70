package io.ttalloc.agent.weave.classes;

import static java.util.Objects.requireNonNull;

import io.ttalloc.agent.log.AgentLog;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Class files in the jars that other agents have appended to the boot class path. The JVM finds
 * classes there, but no class loader finds resources there, and which jars these are is known only
 * once classes from them are loaded. Therefore a class that is not found in a known jar is loaded.
 * This is harmless for a class of the boot loader, and nearly every such class is a supertype of a
 * class that is just being loaded.
 *
 * <p>Such a jar may have ten thousand entries and is opened anew each time, so both hits and misses
 * are cached, up to {@link #MAX_ENTRIES}. Thread-safe. Has no locks, since loading a class may run
 * code of other agents.
 */
final class AppendedBootPath {
  private static final String JDK = "jrt:/";
  private static final int MAX_ENTRIES = 512;
  private static final byte[] NONE = {};

  private static final @Nullable Method LOCATION = method("getSystemPackageLocation", String.class);
  private static final @Nullable Method NAMES = method("getSystemPackageNames");

  /** Class files by internal name; {@link #NONE} for classes that are missing. */
  private static final ConcurrentHashMap<String, byte[]> KNOWN = new ConcurrentHashMap<>();

  private static volatile Set<String> locations = Set.of();

  /** The number of packages that the boot loader had when the locations were found. */
  private static volatile int packages;

  private AppendedBootPath() {}

  private static @Nullable Method method(String name, Class<?>... parameters) {
    try {
      Method method =
          Class.forName("jdk.internal.loader.BootLoader", false, null)
              .getDeclaredMethod(name, parameters);
      method.setAccessible(true);
      return method;
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      AgentLog.of("weave").info("classes on the boot class path cannot be looked up ({})", e);
      return null;
    }
  }

  /**
   * The class file of a class; null if it is not found.
   *
   * @param name the internal name
   */
  static byte @Nullable [] read(String name) {
    if (LOCATION == null || NAMES == null) {
      return null;
    }
    try {
      lookForNewLocations();
      byte[] known = KNOWN.get(name);
      if (known == null) {
        known = find(name);
        if (KNOWN.size() < MAX_ENTRIES) {
          KNOWN.put(name, known);
        }
      }
      return known.length == 0 ? null : known;
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  private static void lookForNewLocations() throws ReflectiveOperationException {
    Object[] names = (Object[]) requireNonNull(NAMES).invoke(null);
    if (names == null || names.length == packages) {
      return;
    }
    packages = names.length;
    Set<String> found = new LinkedHashSet<>();
    for (Object name : names) {
      String location = locationOf((String) name);
      if (location != null) {
        found.add(location);
      }
    }
    if (!found.equals(locations)) {
      locations = found;
      KNOWN.clear();
    }
  }

  /** The location of a package; null for packages of the JDK. */
  private static @Nullable String locationOf(String packageName)
      throws ReflectiveOperationException {
    String location = (String) requireNonNull(LOCATION).invoke(null, packageName);
    return location == null || location.startsWith(JDK) ? null : location;
  }

  private static byte[] find(String name) throws ReflectiveOperationException {
    byte[] found = findInLocations(name);
    if (found.length == 0 && isLoadable(name)) {
      lookForNewLocations();
      found = findInLocations(name);
    }
    return found;
  }

  private static boolean isLoadable(String name) {
    try {
      return Class.forName(name.replace('/', '.'), false, null) != null;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  private static byte[] findInLocations(String name) {
    for (String location : locations) {
      byte[] found = readFrom(new File(location), name + ".class");
      if (found.length > 0) {
        return found;
      }
    }
    return NONE;
  }

  /** Reads a file without a URL, since the application may have its own URL handlers. */
  private static byte[] readFrom(File location, String entry) {
    try {
      if (location.isDirectory()) {
        return Files.readAllBytes(new File(location, entry).toPath());
      }
      try (ZipFile jar = new ZipFile(location)) {
        ZipEntry found = jar.getEntry(entry);
        return found == null ? NONE : jar.getInputStream(found).readAllBytes();
      }
    } catch (IOException | RuntimeException e) {
      return NONE; // The file does not exist there.
    }
  }
}
