package io.ttalloc.maven;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/** The base class of all goals. */
@SuppressWarnings("NullAway.Init") // Maven sets the annotated fields before it runs the goal
abstract class Goal extends AbstractMojo {

  /** Skips all goals of this plugin; the build runs as if the plugin were not there. */
  @Parameter(property = "tt-alloc.skip", defaultValue = "false")
  private boolean skip;

  /** The directory for the ledgers of the module's tests. */
  @Parameter(property = "tt-alloc.directory", defaultValue = "${project.build.directory}/tt-alloc")
  private File directory;

  @Parameter(defaultValue = "${project}", readonly = true)
  private MavenProject project;

  @Parameter(defaultValue = "${session}", readonly = true)
  private MavenSession session;

  /** Performs the goal; not called if the goal is skipped. */
  abstract void run() throws IOException, MojoExecutionException, MojoFailureException;

  @Override
  public final void execute() throws MojoExecutionException, MojoFailureException {
    if (skip) {
      getLog().info("tt-alloc is skipped (tt-alloc.skip)");
      return;
    }
    try {
      run();
    } catch (IOException e) {
      throw new MojoExecutionException("tt-alloc: " + e, e);
    } catch (UncheckedIOException e) {
      throw new MojoExecutionException("tt-alloc: " + e.getCause(), e);
    }
  }

  Path directory() {
    return directory.toPath();
  }

  MavenProject project() {
    return project;
  }

  MavenSession session() {
    return session;
  }

  /** Returns the command {@code tt-alloc}, to be run in the module's directory. */
  Command command() {
    return new Command(directory(), project.getBasedir());
  }
}
