package io.ttalloc.benchmarks;

import io.ttalloc.benchmarks.hooks.HookRuns;
import io.ttalloc.benchmarks.paper.Circumstances;
import io.ttalloc.benchmarks.paper.HookTable;
import io.ttalloc.benchmarks.paper.JsonPaper;
import io.ttalloc.benchmarks.paper.MarkdownPaper;
import io.ttalloc.benchmarks.paper.ProcessFigure;
import io.ttalloc.benchmarks.paper.Results;
import io.ttalloc.benchmarks.process.ProcessRuns;
import io.ttalloc.benchmarks.watching.WatchRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Runs all benchmarks in one go, prints the table, and writes {@code benchmarks.json} and {@code
 * benchmarks.md}.
 */
public final class HookBenchmarks {
  private static final String VARIABLE = "TT_ALLOC_TRACKING_ENABLED";
  private static final int STATUS_ERROR = 1;

  private static final HookRuns.Length FULL = new HookRuns.Length(3, 3, 4, 500);
  private static final HookRuns.Length QUICK = new HookRuns.Length(1, 1, 2, 100);

  private final BenchmarkArguments arguments;
  private final Path own;
  private final Path root;
  private final String command;

  private HookBenchmarks(BenchmarkArguments arguments, Path own, Path root, String command) {
    this.arguments = arguments;
    this.own = own;
    this.root = root;
    this.command = command;
  }

  /** Measures; an argument that it does not know is one line and status 1. */
  public static void main(String[] args) throws Exception {
    BenchmarkArguments arguments;
    Path jar;
    try {
      arguments = BenchmarkArguments.parse(args);
      jar = ownJar();
    } catch (IllegalArgumentException | IllegalStateException e) {
      System.err.println("benchmarks: " + e.getMessage());
      System.err.println(BenchmarkArguments.USAGE);
      System.exit(STATUS_ERROR);
      return;
    }
    if (!"1".equals(System.getenv(VARIABLE))) {
      System.exit(againWithVariable(jar, args));
    }
    // benchmarks/target/NAME.jar
    Path root = jar.resolve("../../..").normalize();
    String command =
        "java -jar "
            + root.relativize(jar)
            + (args.length == 0 ? "" : " " + String.join(" ", args));
    new HookBenchmarks(arguments, jar, root, command).run();
  }

  private static Path ownJar() throws Exception {
    Path jar =
        Path.of(HookBenchmarks.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toAbsolutePath();
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException(
          "runs from %s, expected benchmarks/target/tt-alloc-benchmarks.jar; nothing was measured"
              .formatted(jar));
    }
    return jar;
  }

  /** JMH's forks inherit the environment, and a JVM cannot change its own. */
  private static int againWithVariable(Path jar, String[] args)
      throws IOException, InterruptedException {
    List<String> again = new ArrayList<>();
    again.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    again.add("-jar");
    again.add(jar.toString());
    again.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(again).inheritIO();
    builder.environment().put(VARIABLE, "1");
    return builder.start().waitFor();
  }

  private void run() throws IOException, InterruptedException, RunnerException {
    ProcessRuns.Jars jars =
        new ProcessRuns.Jars(
            jar("agent/target/tt-alloc-agent.jar"),
            jar("monitor/target/tt-alloc-monitor.jar"),
            jar("demo-app/target/tt-alloc-demo.jar"),
            webClassPath());
    Circumstances circumstances =
        Machine.now(command, arguments.quick() ? "quick" : "full", Notes.of(length()));
    WorkFolder folder = WorkFolder.create();
    try {
      Path rules = folder.path().resolve("benchmark-rules.yaml");
      folder.copyResource("benchmark-rules.yaml", rules);
      List<String> skipped = new ArrayList<>();
      HookTable hooks = new HookTable(List.of());
      if (arguments.hooks()) {
        hooks = new HookRuns(jars.agent(), rules, folder.path(), length(), System.out).run();
      } else {
        skipped.add("open and close (--only)");
      }
      List<ProcessFigure> process = new ArrayList<>();
      if (arguments.process()) {
        ProcessRuns runs =
            new ProcessRuns(jars, rules, folder.path(), arguments.quick(), System.out);
        process.addAll(runs.run());
        skipped.addAll(runs.skipped());
      } else {
        skipped.add("whole processes (--only)");
      }
      if (arguments.watching()) {
        process.addAll(watching(jars, rules, folder.path()).run());
      } else {
        skipped.add("what it costs to watch (--only)");
      }
      write(new Results(circumstances, hooks, process, Bars.of(hooks, process), skipped));
    } finally {
      folder.delete();
    }
  }

  private WatchRuns watching(ProcessRuns.Jars jars, Path rules, Path folder) {
    return new WatchRuns(
        own, jars.agent(), jars.monitor(), rules, folder, arguments.quick(), System.out);
  }

  private HookRuns.Length length() {
    return arguments.quick() ? QUICK : FULL;
  }

  private void write(Results results) throws IOException {
    Path given = arguments.out();
    Path out = given != null ? given : usualFolder();
    Files.createDirectories(out);
    String table = MarkdownPaper.of(results);
    Files.writeString(out.resolve("benchmarks.md"), table);
    Files.writeString(out.resolve("benchmarks.json"), JsonPaper.of(results));
    System.out.println();
    System.out.print(table.replace("&plusmn;", "+-"));
    System.out.println();
    System.out.println("written to " + out + ": benchmarks.md, benchmarks.json");
  }

  private Path usualFolder() {
    return root.resolve(arguments.isComplete() ? "docs" : "benchmarks/target/papers");
  }

  /** The build puts it where its other files are; null if it has not built the application. */
  private @Nullable Path webClassPath() {
    Path quick = root.resolve("libraries/recent/target/quick/classpath");
    Path checked = root.resolve("libraries/recent/target/classpath");
    if (Files.isRegularFile(quick)) {
      return quick;
    }
    return Files.isRegularFile(checked) ? checked : null;
  }

  private Path jar(String path) {
    Path jar = root.resolve(path);
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException(
          "%s is missing, expected it to be built: mvn -Dgates=off -DskipTests package; nothing was measured"
              .formatted(jar));
    }
    return jar;
  }
}
