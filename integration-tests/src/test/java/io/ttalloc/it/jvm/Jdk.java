package io.ttalloc.it.jvm;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * A Java installation. Immutable.
 *
 * @param home the folder that holds {@code bin} and {@code release}
 * @param version the version in the file {@code release}, such as 17.0.15
 */
public record Jdk(Path home, String version) {

  /** The installation in a folder; empty if the folder has none or its version is unknown. */
  static Optional<Jdk> in(Path home) {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isRegularFile(release)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(release)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException notReadable) {
      return Optional.empty();
    }
    return Optional.ofNullable(properties.getProperty("JAVA_VERSION"))
        .map(quoted -> new Jdk(home, quoted.replace("\"", "")));
  }

  /** The feature release: 17 of 17.0.15, 8 of 1.8.0_402. */
  public int major() {
    String numbers = version.startsWith("1.") ? version.substring(2) : version;
    return Integer.parseInt(numbers.split("[^0-9]", 2)[0]);
  }

  /** The command that starts a JVM. */
  Path java() {
    return home.resolve("bin").resolve("java");
  }

  /** The name of a test that runs on this JDK. */
  @Override
  public String toString() {
    return "JDK " + version;
  }
}
