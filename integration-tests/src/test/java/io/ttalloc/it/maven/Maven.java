package io.ttalloc.it.maven;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Repository;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command {@code mvn}, offline: it finds only artifacts that the build of this repository
 * needed. Immutable.
 *
 * @param localRepository its local repository
 */
public record Maven(Path localRepository) {

  /** The result of a build. */
  public record Result(int status, String output) {}

  /**
   * Maven with the local repository of the build that runs the test. Skips the test if there is no
   * mvn.
   */
  public static Maven ofThisBuild(String test) {
    boolean isThere =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .anyMatch(path -> Files.isExecutable(Path.of(path, "mvn")));
    if (!isThere) {
      System.out.println(test + " is skipped: no mvn on the PATH");
    }
    assumeTrue(isThere, "no mvn on the PATH");
    return new Maven(Path.of(System.getProperty("test.localRepository")));
  }

  /**
   * Builds a project.
   *
   * @param environment the variables to add to the environment of this process, from which all
   *     variables that affect JVMs are removed
   */
  public Result build(Jdk jdk, Path project, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add("mvn");
    command.add("--offline");
    command.add("--batch-mode");
    command.add("-Dmaven.repo.local=" + localRepository);
    command.addAll(List.of(arguments));
    Path log = Files.createTempFile(project, "maven", ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("TT_ALLOC_") || name.matches("_?J.*_OPTIONS|MAVEN_.*"));
    builder.environment().put("JAVA_HOME", jdk.home().toString());
    builder.environment().putAll(environment);
    int status = builder.start().waitFor();
    return new Result(status, Files.readString(log));
  }

  /**
   * Replaces {@code VERSION name} in a POM by the version that the build of this repository uses.
   */
  public static String withVersions(String pom) {
    return Pattern.compile("VERSION ([\\w-]+)")
        .matcher(pom)
        .replaceAll(found -> versionOf(found.group(1)));
  }

  /** The version of a plugin or library that the build of this repository uses. */
  private static String versionOf(String name) {
    try {
      String pom = Files.readString(Repository.root().resolve("pom.xml"));
      Matcher found =
          Pattern.compile(
                  "<artifactId>%1$s</artifactId>\\s*<version>([^<]+)|<version\\.%1$s>([^<]+)"
                      .formatted(name))
              .matcher(pom);
      if (!found.find()) {
        throw new IllegalStateException("no version of " + name + " in pom.xml");
      }
      return found.group(1) == null ? found.group(2) : found.group(1);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
