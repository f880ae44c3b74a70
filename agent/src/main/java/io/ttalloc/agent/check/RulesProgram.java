package io.ttalloc.agent.check;

import io.ttalloc.boot.BootClasses;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.text.VisibleText;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program in the agent's jar, which the command {@code rules} starts with the arguments {@code
 * list}, {@code check FILE PATH...} or {@code draft CLASSES PATH...}. Nothing is tracked.
 */
public final class RulesProgram {
  private static final int WRONG = 1;

  private RulesProgram() {}

  /**
   * Runs the command in the arguments and exits, with status 1 if something is wrong.
   *
   * @param instrumentation access to the JVM's internals for weaving; null if the jar was not
   *     started as a program
   */
  public static void run(String[] arguments, @Nullable Instrumentation instrumentation) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    int status;
    try {
      status = run(List.of(arguments), instrumentation, out);
    } catch (IOException | IllegalArgumentException e) {
      System.err.println("tt-alloc: rules: " + VisibleText.of(String.valueOf(e.getMessage())));
      status = WRONG;
    }
    out.flush();
    System.exit(status);
  }

  private static int run(
      List<String> arguments, @Nullable Instrumentation instrumentation, PrintStream out)
      throws IOException {
    String action = arguments.isEmpty() ? "list" : arguments.get(0);
    if (action.equals("list")) {
      PackList.print(out);
      return 0;
    }
    if (arguments.size() < 2 || !(action.equals("check") || action.equals("draft"))) {
      throw new IllegalArgumentException(
          "found '"
              + String.join(" ", arguments)
              + "', expected list, check FILE PATH... or draft CLASSES PATH...");
    }
    String what = arguments.get(1);
    List<Path> paths = new ArrayList<>();
    for (String path : arguments.subList(2, arguments.size())) {
      paths.add(Path.of(path));
    }
    try (ClassPathFiles files = ClassPathFiles.open(paths)) {
      return action.equals("check")
          ? check(Path.of(what), files, instrumentation, out)
          : draft(what, files, out);
    }
  }

  private static int check(
      Path file, ClassPathFiles files, @Nullable Instrumentation given, PrintStream out)
      throws IOException {
    if (given == null) {
      throw new IllegalArgumentException(
          "rules can be checked only by a JVM that was started with java -jar tt-alloc-agent.jar");
    }
    BootClasses.openInternals(given);
    BootClasses.define(given);
    return new RuleCheck(files, out).check(file) ? 0 : WRONG;
  }

  private static int draft(String written, ClassPathFiles files, PrintStream out)
      throws IOException {
    ClassPattern classes = ClassPattern.parse(written);
    if (classes == null) {
      throw new IllegalArgumentException(
          "'" + written + "' does not name classes, expected " + ClassPattern.SYNTAX);
    }
    String text = new RuleDraft(classes, files).text();
    if (!text.contains("\n  - class: ") && !text.contains("\n  # left out: ")) {
      throw new IllegalArgumentException(
          "no class that matches '"
              + written
              + "' looks like a resource, expected one in --classpath that is AutoCloseable or has methods like create and destroy");
    }
    out.print(text);
    return 0;
  }
}
