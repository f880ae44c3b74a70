package io.ttalloc.it.libraries;

import io.ttalloc.it.jvm.Jdk;
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

  /** Jars that need a newer JDK than the one that compiles; the build sets it. */
  private static final String NEWER = "test.jarsForJdk21";

  private LibraryClassPath() {}

  /** What a JDK can run: in front, jars of newer versions than those to compile with. */
  static List<Path> entries(Jdk jdk) {
    if (jdk.major() < 21) {
      return entries();
    }
    return Stream.concat(paths(System.getProperty(NEWER, "")), entries().stream()).toList();
  }

  /** The class path of the tests without what only they use. */
  static List<Path> entries() {
    return paths(System.getProperty("java.class.path"))
        .filter(LibraryClassPath::isOfPrograms)
        .toList();
  }

  private static Stream<Path> paths(String list) {
    return Stream.of(list.split(File.pathSeparator))
        .filter(entry -> !entry.isEmpty())
        .map(Path::of);
  }

  private static boolean isOfPrograms(Path entry) {
    String name = entry.getFileName().toString();
    return OF_TESTS.stream().noneMatch(name::startsWith) && !name.equals("classes");
  }
}
