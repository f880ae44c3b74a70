package io.ttalloc.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/** Writes one report on all JVMs that ran the module's tests. */
@Mojo(name = "report", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
@SuppressWarnings("NullAway.Init") // Maven sets the annotated fields before it runs the goal
public class ReportGoal extends Goal {

  /** The directory to which the reports are written. */
  @Parameter(
      property = "tt-alloc.outputDirectory",
      defaultValue = "${project.build.directory}/site/tt-alloc")
  private File outputDirectory;

  /** The formats of the report, given as file name suffixes. */
  @Parameter(property = "tt-alloc.formats", defaultValue = "html,json")
  private List<String> formats;

  /** Suppression files, which list findings that are not leaks, each with a reason. */
  @Parameter(property = "tt-alloc.suppress")
  private @Nullable List<File> suppress;

  /** An earlier {@code leaks.json}: leaks in it are marked as known. */
  @Parameter(property = "tt-alloc.baseline")
  private @Nullable File baseline;

  @Override
  void run() throws IOException, MojoExecutionException {
    List<Path> folders = folders();
    if (folders.isEmpty()) {
      getLog().info("no test JVM was tracked, so there is no report");
      return;
    }
    Path output = outputDirectory.toPath();
    Files.createDirectories(output);
    List<String> written = new ArrayList<>();
    for (String format : formats) {
      String name = format.equals("html") ? "index.html" : "leaks." + format;
      List<String> arguments = dump(folders, suppress, baseline);
      arguments.add("-o");
      arguments.add(output.resolve(name).toString());
      Command.Result result = command().run(arguments);
      if (result.status() != 0) {
        throw new MojoExecutionException(result.text());
      }
      written.add(name);
    }
    getLog().info("wrote " + String.join(", ", written) + " in " + output);
  }

  /**
   * Returns the directories whose ledgers are included in the report; directories without ledgers
   * are omitted.
   */
  List<Path> folders() throws IOException {
    return Ledgers.count(directory()) == 0 ? List.of() : List.of(directory());
  }

  /** Returns the command-line arguments for a report. */
  static List<String> dump(
      List<Path> folders, @Nullable List<File> suppress, @Nullable File baseline) {
    List<String> arguments = new ArrayList<>();
    arguments.add("dump");
    folders.forEach(folder -> arguments.add(folder.toString()));
    if (suppress != null && !suppress.isEmpty()) {
      arguments.add(
          "--suppress=" + String.join(",", suppress.stream().map(File::getPath).toList()));
    }
    if (baseline != null) {
      arguments.add("--baseline=" + baseline);
    }
    return arguments;
  }
}
