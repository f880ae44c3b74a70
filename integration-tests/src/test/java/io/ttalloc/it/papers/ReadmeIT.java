package io.ttalloc.it.papers;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeIT {

  private static final Paper START =
      Paper.read(Repository.root().resolve("docs/getting-started.md"));

  /** Tests the README's first report; docs/getting-started.md has the program's source. */
  @Test
  void theLeakIsThatOfARun(@TempDir Path folder) throws Exception {
    Excerpt.assertIsAll(shown(Paper.readme(), "tt-alloc: 1 LEAK"), said(folder, source()));
  }

  @Test
  void theCleanProgramIsThatOneMended(@TempDir Path folder) throws Exception {
    String read = "return reader.readLine();";
    assertThat(source()).containsOnlyOnce(read);
    String mended = source().replace(read, "try (reader) { " + read + " }");

    Excerpt.assertIsAll(shown(Paper.readme(), "tt-alloc: clean"), said(folder, mended));
  }

  private static String source() {
    return START.blocks("java").stream()
        .filter(block -> block.get(0).equals("// Import.java"))
        .map(block -> String.join("\n", block))
        .findFirst()
        .orElseThrow();
  }

  /** The standard error of a run of the given program. */
  private static String said(Path folder, String source) throws Exception {
    compile(Files.writeString(folder.resolve("Import.java"), source), folder, folder.toString());
    Files.writeString(folder.resolve("orders.csv"), "id,amount\n");
    return TestJvm.on(Jdks.ofThisBuild())
        .directory(folder)
        .classPath(folder)
        .shortText()
        .main("com.acme.Import", "orders.csv")
        .run()
        .expectSuccess()
        .err();
  }

  /** The excerpt of the demonstration matches a real run line by line, except where it is cut. */
  @Test
  void theDemonstrationIsThatOfARunAndNamesItsScenario(@TempDir Path folder) throws Exception {
    Path json = folder.resolve("r.json");
    String said =
        TestJvm.on(Jdks.ofThisBuild())
            .environment("TT_ALLOC_DUMP", "stderr," + json)
            .environment("TT_ALLOC_HOLDERS", "false")
            .monitor("demo", "mesh")
            .run()
            .expectSuccess()
            .err();

    Excerpt.assertIsAll(shown(Paper.readme(), "tt-alloc: NO LEAK"), said);
    Paper paper = Paper.read(Repository.root().resolve("docs/tt-metal.md"));
    Excerpt.assertIsAll(shown(paper, "tt-alloc: NO LEAK"), said);
    String command = command(JsonReport.read(json).root());
    assertThat(command).endsWith("/tt-alloc-demo.jar mesh");
    assertThat(command(ledgerOf(said))).isEqualTo(command);
  }

  /** The ledger that a report says can be dumped, as JSON. */
  private static JsonObject ledgerOf(String report) {
    Matcher dump = Pattern.compile("(?m)tt-alloc dump (\\d+) --format json$").matcher(report);
    assertThat(dump.find()).as(report).isTrue();
    return Monitor.here("dump", dump.group(1), "--format=json").expectSuccess().json();
  }

  private static String command(JsonObject report) {
    return report.getAsJsonObject("process").get("command").getAsString();
  }

  private static List<String> shown(Paper paper, String start) {
    return paper.blocks("text").stream()
        .filter(block -> block.get(0).startsWith(start))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theCallThatMarksACycleCompilesAgainstTheJarThatItNames(@TempDir Path folder)
      throws Exception {
    List<String> shown =
        START.blocks("java").stream()
            .filter(block -> block.get(0).startsWith("import io.ttalloc.api."))
            .findFirst()
            .orElseThrow();
    Path jar = Repository.apiJar();
    assertThat(shown.get(0)).contains(Repository.root().relativize(jar).toString());
    Path source =
        Files.writeString(
            folder.resolve("Marks.java"),
            shown.get(0) + "\nclass Marks { void use() {\n" + shown.get(1) + "\n} }\n");

    compile(source, folder, jar.toString());
  }

  private static void compile(Path source, Path folder, String classPath) {
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", classPath, "-d", folder.toString(), source.toString());
    assertThat(status).isZero();
  }
}
