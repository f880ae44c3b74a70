package io.ttalloc.it.libraries;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the libraries and the programs that use them are. */
final class LibraryClassPath {
  /** What the tests need of this repository, and what no program under test may see. */
  private static final List<String> OF_TESTS =
      List.of(
          "tt-alloc-",
          "junit-",
          "opentest4j",
          "assertj-",
          "byte-buddy",
          "slf4j-simple",
          "dd-java-agent");

  private LibraryClassPath() {}

  /** The class path of the tests without what only they use. */
  static List<Path> entries() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.isEmpty())
        .map(Path::of)
        .filter(LibraryClassPath::isOfPrograms)
        .toList();
  }

  private static boolean isOfPrograms(Path entry) {
    String name = entry.getFileName().toString();
    return OF_TESTS.stream().noneMatch(name::startsWith) && !name.equals("classes");
  }
}
