package io.ttalloc.maven;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.project.MavenProject;

/** Writes one report on all JVMs that ran the tests of all modules. */
@Mojo(name = "report-aggregate", aggregator = true, threadSafe = true)
public class ReportAggregateGoal extends ReportGoal {
  @Override
  List<Path> folders() throws IOException {
    // The target directory has the same name in each module.
    Path target = Path.of(project().getBuild().getDirectory());
    Path within = target.relativize(directory());
    List<Path> folders = new ArrayList<>();
    for (MavenProject module : session().getProjects()) {
      Path folder = Path.of(module.getBuild().getDirectory()).resolve(within).normalize();
      if (Ledgers.count(folder) > 0) {
        folders.add(folder);
      }
    }
    return folders;
  }
}
