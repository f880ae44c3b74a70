package io.ttalloc.agent.origin;

import io.ttalloc.ledger.record.OriginRecord;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import org.jspecify.annotations.Nullable;

/**
 * The program that was started. Determines which code belongs to the application: code from
 * folders, from the main class's own jar, and from packages whose names begin like that of the main
 * class's package. If a host (a program that runs the user's code, such as Failsafe) was started, a
 * jar in the parent folder of the first folder of classes belongs to the application, too, since
 * the build created such a jar from the folder.
 *
 * <p>The location of the main class is known once the main class has been loaded. Code that is
 * loaded from jars earlier belongs to other agents. Thread-safe.
 */
public final class MainProgram {
  /**
   * The internal name prefixes of hosts: programs that run the user's code but are not part of it.
   */
  private static final String[] HOSTS = {
    "org/springframework/boot/loader/",
    "org/apache/catalina/",
    "org/apache/felix/",
    "org/apache/maven/",
    "org/apache/tools/ant/",
    "org/codehaus/plexus/",
    "org/eclipse/jetty/",
    "org/eclipse/jdt/",
    "org/gradle/",
    "worker/org/gradle/",
    "org/jboss/",
    "org/junit/",
    "org/openjdk/jmh/",
    "org/testng/",
    "com/intellij/",
    "io/quarkus/"
  };

  /** Prefixes of two segments that many publishers share; a third segment distinguishes them. */
  private static final String[] SHARED_PREFIXES = {
    "org/apache", "org/eclipse", "org/springframework", "com/google", "com/github", "io/github"
  };

  /**
   * The origin of the main class.
   *
   * @param path the path of the location of the main class; empty if other classes are not
   *     recognized by that location
   * @param packageName the package of the main class
   * @param common the prefix of the names of packages that belong to the program; null if the main
   *     class is a host or the name of its package is too short to decide
   * @param host whether the main class only runs the user's code
   */
  private record Found(String path, String packageName, @Nullable String common, boolean host) {}

  private final @Nullable String className;
  private final @Nullable File jar;
  private volatile @Nullable Found found;

  /** The parent of the first folder of classes that a host runs; null if none was seen. */
  private volatile @Nullable String buildFolder;

  private MainProgram(@Nullable String className, @Nullable File jar) {
    this.className = className;
    this.jar = jar;
  }

  /** Returns the program that the launcher's system properties describe. */
  public static MainProgram read() {
    return of(System.getProperty("sun.java.command"), System.getProperty("java.class.path"));
  }

  /**
   * Returns the program that was started with a command.
   *
   * @param command the class, the jar, or the module with a slash and the class, followed by a
   *     space and the arguments; null if a program started the JVM through JNI
   * @param classPath the class path; with {@code -jar} the jar, perhaps followed by the jars of
   *     agents
   */
  static MainProgram of(@Nullable String command, @Nullable String classPath) {
    if (command == null || command.isEmpty()) {
      return new MainProgram(null, null);
    }
    String path = classPath == null ? "" : classPath;
    int end = path.indexOf(File.pathSeparatorChar);
    String first = end < 0 ? path : path.substring(0, end);
    if (!first.isEmpty() && (command.equals(first) || command.startsWith(first + " "))) {
      return new MainProgram(null, canonical(new File(first)));
    }
    int blank = command.indexOf(' ');
    String program = blank < 0 ? command : command.substring(0, blank);
    String name = program.substring(program.indexOf('/') + 1);
    return new MainProgram(name.replace('.', '/'), null);
  }

  /**
   * Notes where the main class comes from, if the given class is the main class. Classes may be
   * passed in any order.
   */
  void seenBefore(String name, String packageName, URL location) {
    if (found == null && jar != null && isInJar(location)) {
      found = new Found(location.getPath(), "", null, false); // any class of the jar
    } else {
      seen(name, packageName, location);
    }
  }

  /**
   * Notes where the main class comes from, if the given class is the main class. If the program is
   * a jar, the first class from the jar counts as the main class.
   */
  private void seen(String name, String packageName, URL location) {
    if (found == null && (className != null ? name.equals(className) : isInJar(location))) {
      found =
          new Found(
              location.getPath(), packageName, commonPart(packageName), startsWithAny(name, HOSTS));
    }
  }

  /** Returns the flag for the origin of a class. The names are internal names. */
  int originOf(String name, String packageName, URL location) {
    seen(name, packageName, location);
    String path = location.getPath();
    Found main = found;
    if (path.contains("BOOT-INF/classes") || path.contains("WEB-INF/classes")) {
      if (main == null || (main.host && main.common == null)) {
        found = new Found("", packageName, commonPart(packageName), true);
      }
      return OriginRecord.APPLICATION;
    }
    if (location.getProtocol().equals("file") && (path.endsWith("/") || path.endsWith(".java"))) {
      if (buildFolder == null && isHosted(main)) {
        buildFolder = folderOf(path.substring(0, path.length() - 1));
      }
      return OriginRecord.APPLICATION; // a folder, or a source file that the launcher compiled
    }
    if (isHosted(main) && folderOf(path).equals(buildFolder)) {
      return OriginRecord.APPLICATION;
    }
    if (main == null) {
      return className == null && jar == null ? OriginRecord.UNSURE : OriginRecord.LIBRARY;
    }
    if (isBelow(packageName, main.common)) {
      return OriginRecord.APPLICATION;
    }
    if (!path.equals(main.path) || (main.host && startsWithAny(name, HOSTS))) {
      return OriginRecord.LIBRARY;
    }
    // The jar of the main class may also contain library classes; a module has a location of its
    // own.
    return packageName.equals(main.packageName) || location.getProtocol().equals("jrt")
        ? OriginRecord.APPLICATION
        : OriginRecord.UNSURE;
  }

  /**
   * Whether a host runs the code. Also true if no main class was seen: Surefire, for example,
   * starts a jar from which no class is loaded.
   */
  private static boolean isHosted(@Nullable Found main) {
    return main == null || main.host;
  }

  private static String folderOf(String path) {
    return path.substring(0, path.lastIndexOf('/') + 1);
  }

  private static boolean isBelow(String packageName, @Nullable String common) {
    return common != null
        && packageName.startsWith(common)
        && (packageName.length() == common.length() || packageName.charAt(common.length()) == '/');
  }

  private static @Nullable String commonPart(String packageName) {
    if (startsWithAny(packageName.concat("/"), HOSTS)) {
      return null;
    }
    int second = packageName.indexOf('/');
    if (second < 0) {
      return null;
    }
    int end = end(packageName, second + 1);
    for (String prefix : SHARED_PREFIXES) {
      if (packageName.substring(0, end).equals(prefix)) {
        return end == packageName.length()
            ? null
            : packageName.substring(0, end(packageName, end + 1));
      }
    }
    return packageName.substring(0, end);
  }

  private static int end(String packageName, int from) {
    int slash = packageName.indexOf('/', from);
    return slash < 0 ? packageName.length() : slash;
  }

  private static boolean startsWithAny(String name, String[] prefixes) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private boolean isInJar(URL location) {
    if (jar == null || !location.getProtocol().equals("file")) {
      return false;
    }
    try {
      return jar.equals(canonical(new File(location.toURI())));
    } catch (URISyntaxException | IllegalArgumentException unusual) {
      return false;
    }
  }

  private static File canonical(File file) {
    try {
      return file.getCanonicalFile();
    } catch (IOException e) {
      return file.getAbsoluteFile();
    }
  }
}
