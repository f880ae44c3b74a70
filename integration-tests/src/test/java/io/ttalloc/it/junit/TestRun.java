package io.ttalloc.it.junit;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.junit.NoLeaks;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.opentest4j.AssertionFailedError;

/**
 * Runs test classes as build tools do, once or several times in one JVM. The arguments of each run
 * are names of classes and methods and parameters ({@code name=value}); {@code next} separates
 * runs. For each test or container that fails, prints {@code FAILED DisplayNames}, a line for the
 * failure, and one for each suppressed exception.
 */
final class TestRun {
  /** The locations of JUnit, each found through a class in the jar. */
  private static final List<Path> JUNIT =
      Stream.of(
              Test.class,
              JupiterTestEngine.class,
              ParameterizedTest.class,
              Launcher.class,
              TestEngine.class,
              JUnitException.class,
              AssertionFailedError.class)
          .map(TestJvm::locationOf)
          .toList();

  /** The argument between two runs, and the line between their outputs. */
  private static final String NEXT = "next";

  /** The parameters that make JUnit run classes and methods in parallel. */
  static final String[] SIDE_BY_SIDE = {
    "junit.jupiter.execution.parallel.enabled=true",
    "junit.jupiter.execution.parallel.mode.default=concurrent",
    "junit.jupiter.execution.parallel.config.strategy=fixed",
    "junit.jupiter.execution.parallel.config.fixed.parallelism=4",
  };

  private final List<String> arguments = new ArrayList<>(List.of("ttalloc.grace=2s"));

  private TestRun(List<Class<?>> classes, String... parameters) {
    classes.forEach(each -> arguments.add(each.getName()));
    arguments.addAll(List.of(parameters));
  }

  /** One of several runs in a JVM. */
  static TestRun of(List<Class<?>> classes, String... parameters) {
    return new TestRun(classes, parameters);
  }

  /** The argument for a test method without parameters. */
  static String method(Class<?> type, String name) {
    return type.getName() + "#" + name;
  }

  /** A JVM that runs test classes under the agent. */
  static TestJvm of(Path folder, Jdk jdk, List<Class<?>> classes, String... parameters) {
    return inTurn(folder, jdk, of(classes, parameters));
  }

  /** A JVM under the agent for several runs. */
  static TestJvm inTurn(Path folder, Jdk jdk, TestRun... runs) {
    return under(JUNIT, folder, jdk, runs);
  }

  /** A JVM for several runs with another version of JUnit. */
  static TestJvm under(List<Path> junit, Path folder, Jdk jdk, TestRun... runs) {
    List<String> arguments = new ArrayList<>();
    for (TestRun each : runs) {
      if (!arguments.isEmpty()) {
        arguments.add(NEXT);
      }
      arguments.addAll(each.arguments);
    }
    return TestJvm.on(jdk)
        .directory(folder)
        .agentOptions("packs=jdk-files")
        .classPath(TestJvm.locationOf(NoLeaks.class))
        .classPath(junit.toArray(Path[]::new))
        .main(TestRun.class, arguments.toArray(String[]::new));
  }

  /** The outputs of the runs of one JVM. */
  static List<JvmResult> each(JvmResult result) {
    String[] out = result.out().split("(?m)^" + NEXT + "\n", -1);
    String[] err = result.err().split("(?m)^" + NEXT + "\n", -1);
    return IntStream.range(0, out.length)
        .mapToObj(i -> new JvmResult(result.exitStatus(), out[i], err[i]))
        .toList();
  }

  /** The tests and containers that have failed. */
  static Set<String> failed(JvmResult result) {
    Set<String> failed = new TreeSet<>();
    for (String line : result.out().lines().toList()) {
      if (line.startsWith("FAILED ")) {
        failed.add(line.substring("FAILED ".length()));
      }
    }
    return failed;
  }

  public static void main(String[] arguments) {
    LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
    for (String each : arguments) {
      int equals = each.indexOf('=');
      if (each.equals(NEXT)) {
        run(request);
        System.out.println(NEXT);
        System.err.println(NEXT);
        request = LauncherDiscoveryRequestBuilder.request();
      } else if (equals < 0 && each.contains("#")) {
        request.selectors(DiscoverySelectors.selectMethod(each));
      } else if (equals < 0) {
        request.selectors(DiscoverySelectors.selectClass(each));
      } else {
        request.configurationParameter(each.substring(0, equals), each.substring(equals + 1));
      }
    }
    run(request);
  }

  private static void run(LauncherDiscoveryRequestBuilder request) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    LauncherFactory.create().execute(request.build(), new Printer(out));
  }

  private record Printer(PrintStream out) implements TestExecutionListener {
    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      StringBuilder lines = new StringBuilder();
      String id =
          test.getUniqueId()
              .replaceAll("\\[engine:[^]]*]/?", "")
              .replaceAll("\\[class:[^]]*[.$]", "");
      lines.append(result.getStatus()).append(' ').append(id).append('\n');
      result
          .getThrowable()
          .ifPresent(
              thrown -> {
                lines.append("  ").append(thrown).append('\n');
                for (Throwable each : thrown.getSuppressed()) {
                  lines.append("  suppressed ").append(each).append('\n');
                }
              });
      out.print(lines);
      out.flush();
    }
  }
}
