package io.ttalloc.benchmarks;

import io.ttalloc.benchmarks.hooks.HookRuns;
import io.ttalloc.benchmarks.paper.Circumstances;
import io.ttalloc.benchmarks.paper.EarlierPaper;
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
import org.openjdk.jmh.runner.RunnerException;

/**
 * Runs all benchmarks, prints the table, and writes {@code benchmarks.json} and {@code
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

  /**
   * Runs the measurements. If the arguments are invalid, prints the problem and the usage, and
   * exits with status 1.
   */
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

  /**
   * Runs this program again with the environment variable that enables tracking. Forks of JMH
   * inherit the environment, and a JVM cannot change its own.
   */
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
    Path given = arguments.agent();
    Path agent = given != null ? given : jar("agent/target/tt-alloc-agent.jar");
    Path monitor = jar("cli/target/tt-alloc-cli.jar");
    Circumstances circumstances =
        Machine.now(command, arguments.quick() ? "quick" : "full", Notes.of(length()));
    WorkFolder folder = WorkFolder.create();
    try {
      Path rules = folder.path().resolve("benchmark-rules.yaml");
      folder.copyResource("benchmark-rules.yaml", rules);
      ProcessRuns processes =
          new ProcessRuns(
              new ProcessRuns.Measured(java(), agent, monitor, root.resolve("libraries")),
              rules,
              folder.path(),
              arguments.quick(),
              System.out);
      WatchRuns watching =
          new WatchRuns(own, agent, monitor, rules, folder.path(), arguments.quick(), System.out);
      HookTable hooks = new HookTable(List.of());
      List<ProcessFigure> watched = new ArrayList<>();
      for (String part : arguments.parts()) {
        switch (part) {
          case BenchmarkArguments.HOOKS ->
              hooks = new HookRuns(agent, rules, folder.path(), length(), System.out).run();
          case BenchmarkArguments.WATCHING -> watched.addAll(watching.run());
          case BenchmarkArguments.LEDGERS -> watched.addAll(watching.runWithManyLedgers());
          default -> processes.run(part);
        }
      }
      List<ProcessFigure> figures = new ArrayList<>(processes.figures());
      figures.addAll(watched);
      write(circumstances, hooks, OtherJdk.named(figures, arguments.java()), processes.skipped());
    } finally {
      folder.delete();
    }
  }

  private Path java() {
    Path given = arguments.java();
    return given != null ? given : Path.of(System.getProperty("java.home"));
  }

  private HookRuns.Length length() {
    return arguments.quick() ? QUICK : FULL;
  }

  private void write(
      Circumstances circumstances,
      HookTable hooks,
      List<ProcessFigure> figures,
      List<String> skipped)
      throws IOException {
    Path given = arguments.out();
    Path out = given != null ? given : usualFolder();
    Files.createDirectories(out);
    HookTable allHooks = hooks;
    List<ProcessFigure> all = figures;
    if (given != null || arguments.isComplete()) {
      EarlierPaper earlier = EarlierPaper.in(out);
      allHooks = hooks.figures().isEmpty() ? earlier.hooks() : hooks;
      all = Results.with(figures, earlier.process());
    }
    Results results = new Results(circumstances, allHooks, all, Bars.of(allHooks, all), skipped);
    String table = MarkdownPaper.of(results);
    Files.writeString(out.resolve("benchmarks.md"), table);
    Files.writeString(out.resolve("benchmarks.json"), JsonPaper.of(results));
    System.out.println();
    System.out.print(table.replace("&plusmn;", "+-"));
    System.out.println();
    System.out.println("written to " + out + ": benchmarks.md, benchmarks.json");
  }

  private Path usualFolder() {
    return root.resolve(arguments.isComplete() ? "docs/measurements" : "benchmarks/target/papers");
  }

  private Path jar(String path) {
    Path jar = root.resolve(path);
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException(
          "%s is missing, expected it to be built: mvn -DskipTests package; nothing was measured"
              .formatted(jar));
    }
    return jar;
  }
}
