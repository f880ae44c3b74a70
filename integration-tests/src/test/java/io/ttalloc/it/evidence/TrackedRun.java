package io.ttalloc.it.evidence;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run under the agent whose report and ledgers go to one folder. Mutable and not thread-safe; a
 * later JVM of the run overwrites its JSON report.
 */
public final class TrackedRun {

  private final Path folder;
  private final List<String> options = new ArrayList<>();

  private TrackedRun(Path folder) {
    this.folder = folder;
    options.add("dump=stderr," + jsonFile());
    options.add(ledgers().option());
  }

  /** A run that writes to a new folder below {@code parent}. */
  public static TrackedRun in(Path parent) throws IOException {
    return new TrackedRun(Files.createTempDirectory(parent, "run"));
  }

  /** A run that writes to the given folder. */
  static TrackedRun at(Path folder) {
    return new TrackedRun(folder);
  }

  /**
   * Uses the given rules instead of the packs. The argument is the list below {@code rules:} in a
   * rule file.
   */
  public TrackedRun rules(String yaml) throws IOException {
    Files.writeString(ruleFile(), "schema: tt-alloc-rules/1\nrules:\n" + yaml);
    return option("rules=" + ruleFile());
  }

  /** Writes the report only to standard error, as most runs of users do, and no JSON. */
  public TrackedRun onlyText() {
    options.set(0, "dump=stderr");
    return this;
  }

  /** Writes the report only to the given files, and nothing but one line to standard error. */
  public TrackedRun onlyTo(Path... files) {
    String targets = Stream.of(files).map(Path::toString).collect(Collectors.joining(","));
    options.set(0, "dump=" + targets);
    return this;
  }

  /** Adds an option of the agent. */
  public TrackedRun option(String option) {
    options.add(option);
    return this;
  }

  /**
   * A JVM with the agent and the options of this run, but no program yet. The JVM starts with the
   * classes that earlier runs have woven.
   */
  public TestJvm on(Jdk jdk) {
    Path folderOfLedgers = ledgers().path();
    WovenBefore.copyTo(folderOfLedgers);
    return withOwnFolder(jdk).whenEnded(() -> WovenBefore.keepFrom(folderOfLedgers));
  }

  /** Like {@link #on}, but starts only with classes woven in the folder of this run. */
  public TestJvm withOwnFolder(Jdk jdk) {
    return TestJvm.on(jdk).agentOptions(String.join(",", options));
  }

  /** The JSON report that the run wrote. */
  public JsonReport json() throws IOException {
    return JsonReport.read(jsonFile());
  }

  /** The folder with the ledgers of the run. */
  public LedgerFolder ledgers() {
    return new LedgerFolder(folder.resolve("ledgers"));
  }

  /** The file that {@link #rules} writes. */
  public Path ruleFile() {
    return folder.resolve("rules.yaml");
  }

  /** A file in the folder of the run, for the test's own use. */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /** The file with the JSON report. */
  public Path jsonFile() {
    return folder.resolve("report.json");
  }
}
