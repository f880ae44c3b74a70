package io.ttalloc.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/** Fails the build if the tests of the module leak, or ran without the agent. */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
@SuppressWarnings("NullAway.Init") // Maven sets the annotated fields before it runs the goal
public class CheckGoal extends Goal {
  private static final int LEAK = 23;
  private static final int UNKNOWN = 24;

  /** Which findings make the build fail, as in the agent's option fail-on: leak, own, undecided. */
  @Parameter(property = "tt-alloc.failOn", defaultValue = "leak")
  private String failOn;

  /** Whether leaks make the build fail; otherwise they are warnings. */
  @Parameter(property = "tt-alloc.haltOnFailure", defaultValue = "true")
  private boolean haltOnFailure;

  /** Suppression files, which list findings that are not leaks, each with a reason. */
  @Parameter(property = "tt-alloc.suppress")
  private @Nullable List<File> suppress;

  /** An earlier {@code leaks.json}: only leaks that are not in it make the build fail. */
  @Parameter(property = "tt-alloc.baseline")
  private @Nullable File baseline;

  /** The directories to which Surefire and Failsafe write their test reports. */
  @Parameter(
      defaultValue =
          "${project.build.directory}/surefire-reports,${project.build.directory}/failsafe-reports")
  private List<File> testReports;

  @Override
  void run() throws IOException, MojoExecutionException, MojoFailureException {
    Path ledgers = directory();
    TestRuns runs = TestRuns.since(Ledgers.prepared(ledgers), testReports);
    int tracked = Ledgers.count(ledgers);
    WovenClasses.copy(ledgers, WovenClasses.shared(session()));
    String missing = runs.missing(tracked, ledgers);
    if (missing != null) {
      fail(missing);
      return;
    }
    if (tracked == 0) {
      getLog().info("no tests ran, so nothing was checked");
      return;
    }
    List<String> arguments = ReportGoal.dump(List.of(ledgers), suppress, baseline);
    arguments.add("--fail-on=" + failOn);
    Command.Result result = command().run(arguments);
    switch (result.status()) {
      case 0 -> getLog().info(result.firstLine());
      case LEAK -> {
        result.text().lines().forEach(haltOnFailure ? getLog()::error : getLog()::warn);
        fail(result.firstLine());
      }
      case UNKNOWN -> fail(result.errors());
      default -> throw new MojoExecutionException(result.text());
    }
  }

  private void fail(String message) throws MojoFailureException {
    if (haltOnFailure) {
      throw new MojoFailureException(message);
    }
    getLog().warn(message);
  }
}
