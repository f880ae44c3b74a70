package io.ttalloc.it.applications;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files to which the agent writes its reports, in a JVM that the test does not start itself.
 * Immutable.
 */
record ExitReports(Path folder, String name) {

  /** The JVM flag that loads the agent. */
  String agent() {
    return "-javaagent:%s=packs=auto,dump=%s,%s,dir=%s"
        .formatted(Repository.agentJar(), text(), file("json"), folder.resolve("ledgers"));
  }

  /** The JSON report. */
  JsonReport json() throws IOException {
    return JsonReport.read(file("json"));
  }

  /** The report as text. */
  String asText() throws IOException {
    return Files.readString(text());
  }

  private Path text() {
    return file("txt");
  }

  private Path file(String suffix) {
    return folder.resolve(name + "." + suffix);
  }
}
