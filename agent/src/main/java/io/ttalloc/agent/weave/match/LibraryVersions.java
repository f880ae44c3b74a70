package io.ttalloc.agent.weave.match;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.weave.classes.LibraryFile;
import io.ttalloc.agent.weave.classes.Work;
import io.ttalloc.rules.Condition;
import io.ttalloc.rules.Version;
import java.net.URL;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The versions of the libraries from which classes come, for rules with conditions. A condition on
 * an unknown version is not met: otherwise, two rules for different versions would both apply. An
 * unknown version is reported in one line. Thread-safe; caches the versions of {@link #MAX_ENTRIES}
 * jars and folders.
 */
final class LibraryVersions {
  private static final int MAX_ENTRIES = 1 << 12;
  private static final String UNKNOWN = "";
  private static final String IN_JAR = "!/";
  private static final String OF_THE_JDK = "jrt:";

  private final Work unknown;

  /**
   * The versions by jar or folder; {@link #UNKNOWN} if the jar or folder states none. Guarded by
   * this.
   */
  private final Map<String, String> known = new HashMap<>();

  /** Guarded by this. */
  private final Set<String> warned = new HashSet<>();

  /**
   * @param unknown called when a condition is not met because a version is unknown
   */
  LibraryVersions(Work unknown) {
    this.unknown = unknown;
  }

  /**
   * Whether all conditions are met.
   *
   * @param name the internal name of the class for which they are checked
   */
  boolean areMet(List<Condition> conditions, @Nullable ClassLoader loader, String name) {
    for (Condition condition : conditions) {
      Version version =
          condition.ofJdk() || loader == null
              ? Version.ofThisJdk()
              : ofLibrary(condition, loader, name);
      if (version == null || !condition.holdsFor(version)) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Version ofLibrary(Condition condition, ClassLoader loader, String name) {
    String root = rootOf(loader, name);
    if (root.startsWith(OF_THE_JDK)) {
      return Version.ofThisJdk();
    }
    String text = root.isEmpty() ? UNKNOWN : versionOf(root);
    Version version = Version.parse(text);
    if (version == null) {
      warn(condition, name.replace('/', '.'), root, text);
    }
    return version;
  }

  /** The jar or folder that contains the class file; empty if the loader does not provide it. */
  private static String rootOf(ClassLoader loader, String name) {
    try {
      URL at = loader.getResource(name + ".class");
      String place = at == null ? "" : at.toString();
      int inJar = place.lastIndexOf(IN_JAR);
      int end = place.length() - name.length() - ".class".length();
      return inJar >= 0
          ? place.substring(0, inJar + IN_JAR.length())
          : place.substring(0, Math.max(0, end));
    } catch (RuntimeException | Error e) {
      // The loader is application code and may throw anything.
      return "";
    }
  }

  private String versionOf(String root) {
    synchronized (this) {
      String found = known.get(root);
      if (found != null) {
        return found;
      }
    }
    // The lock is not held here, since this reads a file, which may load classes.
    String read = LibraryFile.versionOf(root);
    String version = read == null ? UNKNOWN : read;
    synchronized (this) {
      if (known.size() < MAX_ENTRIES) {
        known.put(root, version);
      }
    }
    return version;
  }

  private void warn(Condition condition, String className, String root, String text) {
    synchronized (this) {
      if (warned.size() >= MAX_ENTRIES || !warned.add(condition.position() + root)) {
        return;
      }
    }
    unknown.run();
    Console.line(
        condition.position()
            + ": '"
            + condition
            + "' cannot be checked for "
            + className
            + ": found "
            + (text.isEmpty() ? "no version" : "the version '" + text + "'")
            + " in "
            + (root.isEmpty() ? "the location of its class file" : root)
            + ", expected a version number in the pom.properties or manifest of a jar; this rule is not"
            + " applied to this class");
  }
}
