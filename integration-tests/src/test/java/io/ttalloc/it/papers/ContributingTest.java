package io.ttalloc.it.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks the names in CONTRIBUTING.md, and the arguments of its Maven commands, which take too long
 * to run.
 */
class ContributingTest {
  private static final Pattern ARGUMENT =
      Pattern.compile("-(?:Dtest|Dit\\.test|pl|P)[= ]?'?([^' ]+)");

  private final Paper paper = Paper.read(Repository.root().resolve("CONTRIBUTING.md"));

  @Test
  void theMavenCommandsNameModulesTestsAndProfilesThatExist() throws IOException {
    Set<String> checked = new TreeSet<>();
    for (String command : mavenCommands()) {
      Matcher argument = ARGUMENT.matcher(command);
      while (argument.find()) {
        assertThat(exists(argument.group(0), argument.group(1))).as(command).isTrue();
        checked.add(argument.group(1));
      }
    }
    assertThat(checked)
        .contains("rules", "integration-tests", "ReadmeIT", "io.ttalloc.rules.**", "reliability");
  }

  /** Without {@code failIfNoSpecifiedTests=false}, modules without the chosen test fail. */
  @Test
  void aModuleWithoutAChosenTestIsNoError() {
    assertThat(mavenCommands())
        .filteredOn(command -> command.contains("-Dtest="))
        .isNotEmpty()
        .allMatch(command -> command.contains("-Dsurefire.failIfNoSpecifiedTests=false"));
    assertThat(mavenCommands())
        .filteredOn(command -> command.contains("-Dit.test="))
        .isNotEmpty()
        .allMatch(command -> command.contains("-Dfailsafe.failIfNoSpecifiedTests=false"));
  }

  @Test
  void theClassesOfBreakpointsHaveTheseMethods() throws IOException {
    List<String> breakpoints =
        paper.codeWords().stream().filter(word -> word.matches("[A-Z]\\w+\\.[a-z]\\w+")).toList();
    assertThat(breakpoints).hasSizeGreaterThan(2);
    for (String breakpoint : breakpoints) {
      String[] names = breakpoint.split("\\.", -1);
      assertThat(Files.readString(source(names[0]).orElseThrow())).contains(" " + names[1] + "(");
    }
  }

  private List<String> mavenCommands() {
    return paper.blocks("console").stream()
        .flatMap(List::stream)
        .filter(line -> line.startsWith("$ mvn "))
        .toList();
  }

  private static boolean exists(String argument, String value) throws IOException {
    Path root = Repository.root();
    if (argument.startsWith("-P")) {
      return Files.readString(root.resolve("pom.xml")).contains("<id>" + value + "</id>");
    }
    if (argument.startsWith("-pl")) {
      return Arrays.stream(value.split(",")).allMatch(name -> Files.exists(root.resolve(name)));
    }
    if (value.endsWith(".**")) {
      String folder = "rules/src/test/java/" + value.replace(".**", "").replace('.', '/');
      return Files.isDirectory(root.resolve(folder));
    }
    return value.equals("NoUnitTest") == source(value).isEmpty();
  }

  private static Optional<Path> source(String className) throws IOException {
    try (Stream<Path> files =
        Files.find(
            Repository.root(), 20, (file, attributes) -> file.endsWith(className + ".java"))) {
      return files.findFirst();
    }
  }
}
