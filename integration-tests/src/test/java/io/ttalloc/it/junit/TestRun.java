package io.ttalloc.it.junit;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * A program that runs test classes as build tools do. Its arguments are names of classes, and
 * parameters of the run ({@code name=value}); it prints a line for each test and container, {@code
 * FAILED DisplayNames}, with a line for the failure and for each that is suppressed.
 */
final class TestRun {
  private TestRun() {}

  public static void main(String[] arguments) {
    LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
    for (String each : arguments) {
      int equals = each.indexOf('=');
      if (equals < 0) {
        request.selectors(DiscoverySelectors.selectClass(each));
      } else {
        request.configurationParameter(each.substring(0, equals), each.substring(equals + 1));
      }
    }
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
