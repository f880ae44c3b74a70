package io.ttalloc.analysis.report.json;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the source files of classes under the directory of a project. Not thread-safe. */
final class SourceFiles {
  /**
   * The maximum depth of directories. This depth covers the sources of a project, of its modules,
   * and of the modules of these modules: {@code a/b/src/main/java}.
   */
  private static final int DEPTH = 6;

  /** The maximum number of files visited in a very large tree. */
  private static final int MAX_FILES = 20_000;

  private static final Set<String> NO_SOURCES = Set.of("node_modules", "target", "build", "out");

  private static final List<Path> ROOTS =
      List.of(
          Path.of("src", "main", "java"),
          Path.of("src", "test", "java"),
          Path.of("src", "main", "kotlin"),
          Path.of("src", "test", "kotlin"),
          Path.of("src", "main", "scala"),
          Path.of("src", "test", "scala"));

  private final Path project;
  private final List<Path> roots;
  private final Map<String, String> found = new HashMap<>();

  private SourceFiles(Path project, List<Path> roots) {
    this.project = project;
    this.roots = roots;
  }

  /** Computed once per process. */
  private static final class OfThisProcess {
    static final List<Path> ROOTS = rootsBelow(Path.of(""));
  }

  /** Returns the source files under the working directory of this process. */
  static SourceFiles ofThisProcess() {
    return new SourceFiles(Path.of(""), OfThisProcess.ROOTS);
  }

  /** Returns the source files under a directory; none if the directory cannot be read. */
  static SourceFiles below(Path project) {
    return new SourceFiles(project, rootsBelow(project));
  }

  private static List<Path> rootsBelow(Path project) {
    List<Path> roots = new ArrayList<>();
    try {
      Files.walkFileTree(project, Set.of(), DEPTH, new RootsSearch(roots));
    } catch (IOException | SecurityException e) {
      // Files whose source directory was not found get paths derived from their packages.
    }
    Collections.sort(roots);
    return List.copyOf(roots);
  }

  /** Visits a bounded number of files, excluding build output. */
  private static final class RootsSearch extends SimpleFileVisitor<Path> {
    private final List<Path> roots;
    private int left = MAX_FILES;

    RootsSearch(List<Path> roots) {
      this.roots = roots;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      String name = String.valueOf(folder.getFileName());
      if ((name.startsWith(".") && name.length() > 1) || NO_SOURCES.contains(name)) {
        return FileVisitResult.SKIP_SUBTREE;
      }
      if (ROOTS.stream().anyMatch(folder::endsWith)) {
        roots.add(folder);
        return FileVisitResult.SKIP_SUBTREE;
      }
      return next();
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      return next();
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      return next();
    }

    private FileVisitResult next() {
      return --left > 0 ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
    }
  }

  /**
   * Returns the URI of a frame's source file, relative to the project; null if the frame has no
   * file name or an invalid one.
   */
  @Nullable String uri(Frame frame) {
    String file = frame.file();
    if (file == null || file.isEmpty() || file.contains("/") || file.contains("\\")) {
      return null;
    }
    String folder = JavaNames.packageOf(frame.className()).replace('.', '/');
    if (file.startsWith("..") || ("/" + folder).contains("//") || folder.endsWith("/")) {
      return null; // No compiler writes such names.
    }
    return found.computeIfAbsent(folder.isEmpty() ? file : folder + "/" + file, this::uri);
  }

  private String uri(String path) {
    String relative = path;
    for (Path root : roots) {
      try {
        Path file = root.resolve(path);
        if (Files.isRegularFile(file)) {
          relative = project.relativize(file).toString().replace('\\', '/');
          break;
        }
      } catch (RuntimeException e) {
        // A class file may contain a name that is not a valid path.
      }
    }
    try {
      return new URI(null, null, relative, null).toASCIIString();
    } catch (URISyntaxException e) {
      return "unknown";
    }
  }
}
