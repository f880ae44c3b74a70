package io.ttalloc.it.libraries;

import io.ttalloc.it.jvm.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The class path of the libraries and of the programs that use them. */
final class LibraryClassPath {
  /**
   * The name prefixes of entries that only the tests need, and that the programs under test must
   * not see.
   */
  private static final List<String> OF_TESTS =
      List.of(
          "tt-alloc-",
          "junit-jupiter",
          "junit-platform",
          "opentest4j",
          "assertj-",
          "slf4j-simple",
          "spring-boot-loader",
          "dd-java-agent");

  /**
   * The system property with the folder of jars that require a newer JDK than the one that runs the
   * build; set by the build.
   */
  private static final String NEWER = "test.jarsForJdk21";

  private LibraryClassPath() {}

  /** The class path for a JDK, with newer versions of some libraries if the JDK can run them. */
  static List<Path> entries(Jdk jdk) throws IOException {
    String folder = System.getProperty(NEWER);
    if (jdk.major() < 21 || folder == null) {
      return entries();
    }
    List<Path> newer;
    try (Stream<Path> jars = Files.list(Path.of(folder))) {
      newer = jars.toList();
    }
    Set<String> replaced =
        newer.stream().map(LibraryClassPath::artifact).collect(Collectors.toUnmodifiableSet());
    return Stream.concat(
            newer.stream(), entries().stream().filter(each -> !replaced.contains(artifact(each))))
        .toList();
  }

  /** The class path of the tests without entries that only tests use. */
  static List<Path> entries() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(LibraryClassPath::isOfPrograms)
        .toList();
  }

  /** The name of a jar without its version. */
  private static String artifact(Path entry) {
    return entry.getFileName().toString().replaceFirst("-\\d.*", "");
  }

  private static boolean isOfPrograms(Path entry) {
    String name = entry.getFileName().toString();
    return OF_TESTS.stream().noneMatch(name::startsWith) && !name.equals("classes");
  }
}
