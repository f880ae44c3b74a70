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

/** The base of all goals. */
@SuppressWarnings("NullAway.Init") // Maven sets what is marked before it runs the goal
abstract class Goal extends AbstractMojo {

  /** Leaves the build as it is without this plugin. */
  @Parameter(property = "tt-alloc.skip", defaultValue = "false")
  private boolean skip;

  /** Where the ledgers of the module's tests are. */
  @Parameter(property = "tt-alloc.directory", defaultValue = "${project.build.directory}/tt-alloc")
  private File directory;

  @Parameter(defaultValue = "${project}", readonly = true)
  private MavenProject project;

  @Parameter(defaultValue = "${session}", readonly = true)
  private MavenSession session;

  /** Does what the goal is for; called unless it is skipped. */
  abstract void run() throws IOException, MojoExecutionException, MojoFailureException;

  @Override
  public final void execute() throws MojoExecutionException, MojoFailureException {
    if (skip) {
      getLog().info("tt-alloc is skipped: tt-alloc.skip");
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

  /** The command {@code tt-alloc}, run in the module's folder. */
  Command command() {
    return new Command(directory(), project.getBasedir());
  }
}
