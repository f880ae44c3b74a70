package io.ttalloc.it.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.it.evidence.LedgerFolder;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that only the program and the names of flags are recorded from a command line. {@code
 * ReportFilesIT} tests a program in a jar, and {@code ReadmeIT} the demonstration.
 */
@Variant
class CommandPrivacyIT {
  private static final String MAIN = Keeps.class.getName();

  /** A rule file for the program {@link Keeps}. */
  static final String RULES =
      "schema: tt-alloc-rules/1\nrules:\n  - {class: %s, type: kept, open: [<init>]}\n"
          .formatted(MAIN);

  @TempDir private Path folder;

  private Path rules;
  private LedgerFolder ledgers;

  @BeforeEach
  void writeRules() throws IOException {
    rules = Files.writeString(folder.resolve("rules.yaml"), RULES);
    ledgers = new LedgerFolder(folder.resolve("ledgers"));
  }

  @OneJdk
  void noUsualFormOfASecretReachesLedgerOrReport(Jdk jdk) throws Exception {
    List<Secrets.Form> forms = new ArrayList<>(Secrets.ofFlags());
    forms.addAll(Secrets.ofArguments());
    String err =
        jvm(jdk, "")
            .jvmFlags(Secrets.words(Secrets.ofFlags()).toArray(String[]::new))
            .jvmFlags("-Xmx64m", "-XX:+UseSerialGC")
            .environment("JAVA_TOOL_OPTIONS", "-Dtool.password=h1dden-41")
            .environment("JDK_JAVA_OPTIONS", "-Djdk.password=h1dden-42")
            .main(Keeps.class, Secrets.words(Secrets.ofArguments()).toArray(String[]::new))
            .run()
            .expectSuccess()
            .err();

    Map<String, String> left = left(ownLines(err));
    assertThat(left).hasSize(13);
    left.forEach(
        (where, text) -> {
          for (Secrets.Form form : forms) {
            assertThat(text).as("%s for %s", where, form.words()).doesNotContain(form.value());
          }
          assertThat(text).as(where).doesNotContain("h1dden");
        });
    assertThat(command())
        .isEqualTo(
            "java -Dspring.datasource.password -Dapp.url -XX:OnError -Xlog -Xmx64m"
                + " -XX:+UseSerialGC '%s'".formatted(MAIN));
    assertThat(left.get("stderr")).startsWith("tt-alloc: ").contains(", " + MAIN + ", ");
    assertThat(left.get(".html")).contains("\"program\":\"" + MAIN + "\"");
    assertThat(left.get(".speedscope.json")).contains("\"name\":\"" + MAIN + ", pid ");
    assertThat(left.get(".pb.gz")).containsPattern("tt-alloc: \\d+ \\Q" + MAIN + "\\E[^ ]");
  }

  /** Cross-check: the test above would find the secrets if they were recorded. */
  @OneJdk
  void withTheOptionTheWholeCommandLineIsKept(Jdk jdk) throws Exception {
    String err =
        jvm(jdk, ",command=full")
            .main(Keeps.class, "--pass", "h1dden 04", "-u", "me:h1dden-06")
            .run()
            .expectSuccess()
            .err();

    String arguments = MAIN + " --pass 'h1dden 04' -u me:h1dden-06";
    assertThat(command())
        .startsWith("java -javaagent:")
        .endsWith(arguments.replace(MAIN, "'" + MAIN + "'"));
    Map<String, String> left = left(err);
    assertThat(left.get(".ledger")).contains("h1dden-06");
    assertThat(left.get("stderr")).contains("-u me:h1dden-06, ");
    assertThat(left.get(".speedscope.json")).contains(arguments + ", pid ");
    assertThat(left.get(".pb.gz")).contains(arguments);
  }

  /**
   * The launcher expands the argument file; the command line of the process contains only its name.
   * The properties in which the launcher publishes the program are writable.
   */
  @OneJdk
  void theProgramInAnArgumentFileIsKeptWithoutItsArgumentsWhateverItSeemsToBe(Jdk jdk)
      throws Exception {
    String name = Pretends.class.getName();
    Path classes = TestJvm.locationOf(Pretends.class);
    Path file =
        Files.writeString(
            folder.resolve("all.args"),
            "-Dapp.password=h1dden-51 -cp \"%s\" %s h1dden-61 --pass h1dden-52"
                .formatted(classes, name));

    String err = jvm(jdk, "").main("@" + file, "h1dden-53").run().expectSuccess().err();

    assertThat(command()).isEqualTo("java '%s'".formatted(name));
    left(err).forEach((where, text) -> assertThat(text).as(where).doesNotContain("h1dden"));
  }

  private TestJvm jvm(Jdk jdk, String moreOptions) {
    String files =
        ReportFormats.all().stream()
            .map(ReportFormat::suffix)
            .map(suffix -> folder.resolve("r" + suffix).toString())
            .collect(Collectors.joining(","));
    // Adds no flags for the test, because reports would show these flags.
    return TestJvm.on(jdk)
        .optimizing()
        .agentOptions(
            "rules=%s,dump=stderr,%s,dir=%s%s"
                .formatted(rules, files, ledgers.path(), moreOptions));
  }

  /** Removes the lines that the JVM and its launcher print about environment variables. */
  private static String ownLines(String err) {
    return err.lines()
            .filter(line -> !line.startsWith("Picked up ") && !line.startsWith("NOTE: Picked up "))
            .filter(line -> !line.startsWith("WARNING: "))
            .collect(Collectors.joining("\n"))
        + "\n";
  }

  /**
   * The contents of the ledger, all reports and standard error by file name suffix. Each byte of a
   * file is one character.
   */
  private Map<String, String> left(String err) throws IOException {
    Map<String, String> left = new LinkedHashMap<>();
    left.put("stderr", err);
    left.put(".ledger", text(ledgers.ledgers().get(0)));
    for (ReportFormat format : ReportFormats.all()) {
      left.put(format.suffix(), text(folder.resolve("r" + format.suffix())));
    }
    return left;
  }

  private static String text(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    if (file.toString().endsWith(".gz")) {
      try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
        bytes = in.readAllBytes();
      }
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private String command() throws IOException {
    String command =
        JsonParser.parseString(Files.readString(folder.resolve("r.json")))
            .getAsJsonObject()
            .getAsJsonObject("process")
            .get("command")
            .getAsString();
    assertThat(ledgers.read().process().command()).isEqualTo(command);
    return command;
  }

  /** Opens an instance of itself and keeps it open. */
  static final class Keeps {
    static final List<Keeps> KEPT = new ArrayList<>();

    public static void main(String[] args) {
      KEPT.add(new Keeps());
    }
  }

  /** Pretends to be another program before tracking starts. */
  static final class Pretends {
    private Pretends() {}

    public static void main(String[] args) {
      System.setProperty("sun.java.command", "other " + args[0]);
      System.setProperty("jdk.module.main", args[0]);
      Keeps.main(args);
    }
  }
}
