package io.ttalloc.it.applications;

import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs tests with JUnit, as an IDE does. Arguments: a pattern for the names of test classes, a
 * further test class, folders with test classes.
 */
final class RunsTests {
  private RunsTests() {}

  public static void main(String[] args) throws Exception {
    Set<Path> roots = new LinkedHashSet<>();
    for (int i = 2; i < args.length; i++) {
      roots.add(Path.of(args[i]));
    }
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    try (LauncherSession session = LauncherFactory.openSession()) {
      session
          .getLauncher()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectClasspathRoots(roots))
                  .selectors(selectClass(Class.forName(args[1])))
                  .filters(
                      includeClassNamePatterns(args[0], args[1].replace("$", "\\$")),
                      TagFilter.excludeTags("reliability", "gate"))
                  .build(),
              listener);
    }
    TestExecutionSummary summary = listener.getSummary();
    summary.printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    System.out.println(
        summary.getTestsSucceededCount()
            + " succeeded, "
            + summary.getTotalFailureCount()
            + " failed");
  }
}
