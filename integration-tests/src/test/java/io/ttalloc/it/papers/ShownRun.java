package io.ttalloc.it.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.SharedDemoRuns;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.TestJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Runs a command that a paper shows after a {@code $}, as a reader would, in a folder with the
 * files that the paper lists.
 */
final class ShownRun {
  private static final String DEMO = "./tt-alloc demo ";
  private static final String DUMP = "./tt-alloc dump ";
  private static final String COMPILER = "javac ";
  private static final String AGENT = "-javaagent:agent/target/tt-alloc-agent.jar=";
  private static final String SWITCH = "TT_ALLOC_TRACKING_ENABLED=1";

  private final Path folder;

  ShownRun(Path folder) {
    this.folder = folder;
  }

  /**
   * Everything that the command prints, standard output first. A plain scenario is taken from
   * {@link SharedDemoRuns}, because its options only choose files and the exit status.
   */
  String output(String command) throws IOException, InterruptedException {
    if (command.startsWith(DEMO)) {
      String[] scenario = command.substring(DEMO.length()).split(" ");
      return output(SharedDemoRuns.of(Jdks.ofThisBuild(), scenario).result());
    }
    if (command.startsWith(COMPILER)) {
      return compiled(command.substring(COMPILER.length()).split(" "));
    }
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    TestJvm jvm = TestJvm.on(Jdks.ofThisBuild()).shortText().directory(folder);
    while (words.get(0).startsWith("TT_ALLOC_")) {
      String[] variable = words.remove(0).split("=", 2);
      if (!SWITCH.equals(String.join("=", variable))) {
        jvm.environment(variable[0], variable[1]);
      }
    }
    String rest = String.join(" ", words);
    JvmResult result;
    if (rest.startsWith(DEMO)) {
      result = jvm.demo(rest.substring(DEMO.length()).split(" ")).run();
    } else if (rest.startsWith(DUMP)) {
      result = dump(rest.substring(DUMP.length()));
    } else {
      assertThat(rest).startsWith("java " + AGENT);
      jvm.agentOptions(words.get(1).substring(AGENT.length()));
      if (words.get(2).equals("-cp")) {
        assertThat(words.get(3)).isEqualTo(".");
        jvm.classPath(folder);
        words.subList(2, 4).clear();
      }
      String[] arguments = words.subList(3, words.size()).toArray(String[]::new);
      result = jvm.main(words.get(2), arguments).run();
    }
    return output(result.expectSuccess());
  }

  /** The compiler's output for files in the folder. */
  private String compiled(String... files) {
    List<String> arguments = new ArrayList<>(List.of("-d", folder.toString()));
    for (String file : files) {
      arguments.add(folder.resolve(file).toString());
    }
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said, true);
    int status =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(out, out, arguments.toArray(String[]::new));
    assertThat(status).as(said.toString()).isZero();
    return said.toString();
  }

  private static String output(JvmResult result) {
    return result.out() + result.err();
  }

  /** Dumps the only ledger in a folder. */
  private JvmResult dump(String pattern) throws IOException {
    assertThat(pattern).startsWith("--all ").endsWith("/*.ledger");
    Path ledgers = folder.resolve(pattern.substring("--all ".length(), pattern.indexOf("/*")));
    try (Stream<Path> files = Files.list(ledgers)) {
      Path ledger = files.filter(f -> f.toString().endsWith(".ledger")).findFirst().orElseThrow();
      return Monitor.here("dump", "--all", ledger.toString());
    }
  }
}
