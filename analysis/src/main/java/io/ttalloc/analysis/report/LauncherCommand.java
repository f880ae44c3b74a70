package io.ttalloc.analysis.report;

import io.ttalloc.text.ShellWords;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The command {@code tt-alloc} as a user can type it in the environment of this process. Reports
 * and messages show it in this form. Stateless.
 *
 * <p>The launcher is located relative to the JAR file that contains this class: in an installed
 * archive, the agent and the monitor are in {@code lib} beside {@code bin/tt-alloc}; in a clone,
 * they are in {@code MODULE/target}, with the launcher in the root directory.
 */
public final class LauncherCommand {

  /** The command if no launcher is found: the one on the user's {@code PATH}. */
  public static final String NAME = "tt-alloc";

  /** The JAR files that may be beside a launcher, and their modules in a clone. */
  private static final Map<String, String> MODULES =
      Map.of("tt-alloc-agent.jar", "agent", "tt-alloc-cli.jar", "cli");

  private LauncherCommand() {}

  /**
   * Returns the command for this process, quoted for a shell: {@code ./tt-alloc} in the directory
   * of the launcher, {@code tt-alloc} if the {@code PATH} leads to the launcher, otherwise its
   * absolute path. Reads the file system.
   */
  public static String ofThisProcess() {
    try {
      CodeSource source = LauncherCommand.class.getProtectionDomain().getCodeSource();
      if (source == null || source.getLocation() == null) {
        return NAME;
      }
      Path jar = Path.of(source.getLocation().toURI());
      return of(jar, Path.of(""), System.getenv("PATH"));
    } catch (URISyntaxException | RuntimeException noFile) {
      return NAME;
    }
  }

  /** Returns the command for a process with this JAR file, current directory and {@code PATH}. */
  static String of(Path jar, Path currentFolder, @Nullable String searched) {
    Path launcher = launcher(jar.toAbsolutePath());
    if (launcher == null) {
      return NAME;
    }
    if (isSame(launcher, currentFolder.resolve(NAME))) {
      return "./" + NAME;
    }
    return isFoundIn(searched, launcher) ? NAME : ShellWords.quoted(launcher.toString());
  }

  private static @Nullable Path launcher(Path jar) {
    Path name = jar.getFileName();
    String module = name == null ? null : MODULES.get(name.toString());
    Path folder = jar.getParent();
    Path above = folder == null ? null : folder.getParent();
    if (module == null || folder == null || above == null) {
      return null;
    }
    Path launcher = null;
    if (folder.endsWith("lib")) {
      launcher = above.resolve("bin").resolve(NAME);
    } else if (folder.endsWith(Path.of(module, "target"))) {
      launcher = above.resolveSibling(NAME);
    }
    return launcher != null && Files.isExecutable(launcher) ? launcher : null;
  }

  /** Whether a shell that searches these directories would run the launcher. */
  private static boolean isFoundIn(@Nullable String searched, Path launcher) {
    if (searched == null) {
      return false;
    }
    for (String folder : searched.split(File.pathSeparator, -1)) {
      try {
        Path found = Path.of(folder).resolve(NAME);
        if (!folder.isEmpty() && Files.isExecutable(found)) {
          return isSame(found, launcher);
        }
      } catch (InvalidPathException noFolder) {
        // A shell would find no command in this directory.
      }
    }
    return false;
  }

  private static boolean isSame(Path one, Path other) {
    try {
      return Files.isSameFile(one, other);
    } catch (IOException absent) {
      return false;
    }
  }
}
