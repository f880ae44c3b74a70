package io.ttalloc.benchmarks;

import io.ttalloc.benchmarks.paper.ProcessFigure;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Renames figures that were measured on another JDK, to distinguish them from the same figures on
 * the default JDK.
 */
final class OtherJdk {
  /** Precedes the JDK's version in the names of figures. */
  static final String SUFFIX = ".jdk";

  private OtherJdk() {}

  /**
   * Adds the version of the measured JDK to the names of figures, unless that JDK also runs the
   * benchmarks.
   */
  static List<ProcessFigure> named(List<ProcessFigure> figures, @Nullable Path home)
      throws IOException {
    if (home == null) {
      return figures;
    }
    Properties release = new Properties();
    try (Reader in = Files.newBufferedReader(home.resolve("release"))) {
      release.load(in);
    }
    String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
    String major = version.split("\\.", 2)[0];
    return figures.stream()
        .map(
            each ->
                new ProcessFigure(
                    each.name() + SUFFIX + major,
                    each.what() + ", JDK " + major,
                    each.value(),
                    each.unit()))
        .toList();
  }
}
