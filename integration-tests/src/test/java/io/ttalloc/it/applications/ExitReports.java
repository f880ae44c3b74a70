package io.ttalloc.it.applications;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the agent in a JVM that a test does not start itself writes its reports. Immutable. */
record ExitReports(Path folder, String name) {

  /** The flag of the JVM. */
  String agent() {
    return "-javaagent:%s=packs=auto,dump=%s,%s,dir=%s"
        .formatted(Repository.agentJar(), text(), file("json"), folder.resolve("ledgers"));
  }

  /** The report in JSON. */
  JsonReport json() throws IOException {
    return JsonReport.read(file("json"));
  }

  /** The same as text. */
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
