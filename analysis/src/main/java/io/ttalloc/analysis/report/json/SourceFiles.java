package io.ttalloc.analysis.report.json;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where the source files of classes are, below the folder of a project. For one thread. */
final class SourceFiles {
  /** A project, its modules and theirs have sources: {@code a/b/src/main/java}. */
  private static final int DEPTH = 6;

  /** Folders of a very large tree are not looked through to the end. */
  private static final int MAX_FOLDERS = 20_000;

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

  /** Those below a folder; what cannot be read has none. */
  static SourceFiles below(Path project) {
    List<Path> roots = new ArrayList<>();
    try (Stream<Path> folders =
        Files.find(project, DEPTH, (path, attributes) -> attributes.isDirectory())) {
      folders
          .limit(MAX_FOLDERS)
          .filter(folder -> ROOTS.stream().anyMatch(folder::endsWith))
          .sorted()
          .forEach(roots::add);
    } catch (IOException | UncheckedIOException | SecurityException e) {
      // Then packages say where files are.
    }
    return new SourceFiles(project, List.copyOf(roots));
  }

  /** The address of a frame's file, relative to the project; null if the frame names no file. */
  @Nullable String uri(Frame frame) {
    String file = frame.file();
    if (file == null || file.isEmpty() || file.contains("/") || file.contains("\\")) {
      return null;
    }
    String folder = JavaNames.packageOf(frame.className()).replace('.', '/');
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
        // The class file may name anything.
      }
    }
    try {
      return new URI(null, null, relative, null).getRawPath();
    } catch (URISyntaxException e) {
      return "unknown";
    }
  }
}
