package io.ttalloc.it.cases;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A program modeled on a public bug report, whose source states which lines leak. Immutable.
 *
 * @param name the simple name of its class
 */
public record CaseProgram(String name) {
  /** The agent's option that names the library code, which does not belong to the application. */
  static final String LIBRARY = "library=io.ttalloc.cases.library.**";

  private static final Path SOURCES =
      Repository.root().resolve("integration-tests/src/test/java/io/ttalloc/cases");

  private static final String ELSEWHERE = "elsewhere";

  /** The sources in {@link #SOURCES} that are not programs. */
  private static final Set<String> NO_CASES = Set.of("EachCase", "package-info");

  private static final Pattern MARK = Pattern.compile("// LEAK (.*)");

  private static final Pattern PART =
      Pattern.compile("(\\d+) ([a-z/ ]+?)(?: on (\\d+))?(, a warning)?(?=, \\d|$)");

  /** All programs, sorted by name. */
  public static List<CaseProgram> all() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .filter(name -> !NO_CASES.contains(name))
          .sorted()
          .map(CaseProgram::new)
          .toList();
    }
  }

  /** The lines of its source. */
  List<String> lines() throws IOException {
    return Files.readAllLines(SOURCES.resolve(name + ".java"));
  }

  /**
   * Runs a variant of the program under the agent.
   *
   * @param variant {@code leak}, or any other word for the fixed variant
   * @param folder the folder for the program's temporary files
   */
  public JvmResult run(TrackedRun tracked, Jdk jdk, String variant, Path folder, String... jvmFlags)
      throws ReflectiveOperationException, InterruptedException {
    return runInTurn(tracked, jdk, List.of(as(variant)), folder, jvmFlags);
  }

  /** Returns the argument with which {@link #runInTurn} runs a variant of the program. */
  String as(String variant) {
    return name + "=" + variant;
  }

  /** Returns the arguments with which {@link #runInTurn} runs the same variant of all programs. */
  static List<String> allAs(String variant) throws IOException {
    return all().stream().map(program -> program.as(variant)).toList();
  }

  /**
   * Runs variants of programs in one JVM under the agent.
   *
   * @param folder the folder for the programs' temporary files
   */
  static JvmResult runInTurn(
      TrackedRun tracked, Jdk jdk, List<String> variants, Path folder, String... jvmFlags)
      throws ReflectiveOperationException, InterruptedException {
    Class<?> program =
        Class.forName("io.ttalloc.cases.EachCase", false, CaseProgram.class.getClassLoader());
    return tracked
        .option(LIBRARY)
        .on(jdk)
        .jvmFlags("-Djava.io.tmpdir=" + folder)
        .jvmFlags(jvmFlags)
        .main(program, variants.toArray(String[]::new))
        .run()
        .expectSuccess();
  }

  /** The numbers of leaks that comments in the source state, keyed by {@code line type}. */
  public Map<String, String> truth(Jdk jdk) throws IOException {
    Map<String, String> truth = new TreeMap<>();
    List<String> lines = lines();
    for (int i = 0; i < lines.size(); i++) {
      Matcher mark = MARK.matcher(lines.get(i));
      if (mark.find()) {
        Matcher part = PART.matcher(mark.group(1));
        while (part.find()) {
          String on = part.group(3);
          if (on == null || Integer.parseInt(on) == jdk.major()) {
            String warning = part.group(4) == null ? "" : ", a warning";
            truth.put((i + 1) + " " + part.group(2), part.group(1) + warning);
          }
        }
      }
    }
    return truth;
  }

  /**
   * The leaks and warnings of a report, in the form of {@link #truth}.
   *
   * @param asked selects the leaks to include
   */
  public Map<String, String> found(List<JsonObject> findings, Predicate<JsonObject> asked) {
    Map<String, Long> leaks = new TreeMap<>();
    Map<String, Long> warnings = new TreeMap<>();
    for (JsonObject finding : findings) {
      String type = finding.get("type").getAsString();
      boolean leak = finding.get("leak").getAsBoolean() && asked.test(finding);
      boolean warning = type.equals("thread") || type.equals("process");
      if (leak || warning) {
        String at = ownLine(finding) + " " + type;
        (leak ? leaks : warnings).merge(at, finding.get("count").getAsLong(), Long::sum);
      }
    }
    Map<String, String> found = new TreeMap<>();
    leaks.forEach((at, count) -> found.put(at, String.valueOf(count)));
    warnings.forEach((at, count) -> found.put(at, count + ", a warning"));
    return found;
  }

  /** Whether the program can fix the finding. */
  public static boolean isOfProgram(JsonObject finding) {
    return finding.get("whose").getAsString().equals("program");
  }

  /** The findings of a report whose stacks contain a line of the program. */
  List<JsonObject> own(List<JsonObject> findings) {
    return findings.stream().filter(finding -> !ownLine(finding).equals(ELSEWHERE)).toList();
  }

  /** The innermost line of the program in the stack of a finding. */
  public String ownLine(JsonObject finding) {
    for (JsonElement frame : finding.getAsJsonArray("openedBy")) {
      JsonObject object = frame.getAsJsonObject();
      if (object.get("class").getAsString().startsWith("io.ttalloc.cases." + name)) {
        return object.get("line").getAsString();
      }
    }
    return ELSEWHERE;
  }

  @Override
  public String toString() {
    return name;
  }
}
