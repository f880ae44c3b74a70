package io.ttalloc.it.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.LedgerFolder;
import io.ttalloc.it.evidence.SharedDemoRuns;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a report can be read only by its owner, whichever command writes the report and
 * whatever file existed before.
 */
@Variant
class ReportFilesIT {

  @TempDir private Path folder;

  private LedgerFolder ledgers;

  @BeforeEach
  void nameTheLedgers() {
    ledgers = new LedgerFolder(folder.resolve("ledgers"));
  }

  /**
   * The dump goes to an existing file, to new files, to a symbolic link and to a pipe. The program
   * is in a jar.
   */
  @OneJdk
  void theDumpAtExitIsReadByItsOwnerAloneFollowsNoLinkAndNamesTheJar(Jdk jdk) throws Exception {
    Path before = Files.writeString(folder.resolve("r.json"), "of before");
    Files.setPosixFilePermissions(before, PosixFilePermissions.fromString("rw-rw-rw-"));
    Path odd = Files.createDirectory(folder.resolve("odd"));
    Path victim = Files.writeString(odd.resolve("victim"), "precious");
    Path link = Files.createSymbolicLink(odd.resolve("link.json"), victim);
    Path pipe = odd.resolve("pipe.json");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> contentOf(pipe));

    // Adds no flags for the test, because reports would show these flags.
    String err =
        TestJvm.on(jdk)
            .optimizing()
            .agentOptions(
                "dump=%s,%s,%s,dir=%s,rules=%s"
                    .formatted(suffixes(), link, pipe, ledgers.path(), rulesIn(odd)))
            .jar(jarIn(odd), "h1dden")
            .run()
            .expectSuccess()
            .err();

    assertThat(modes(folder))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(suffixes().split(",", -1)).map(file -> nameOf(file) + " rw-------").toList());
    assertThat(modes(ledgers.path())).isNotEmpty().allMatch(mode -> mode.endsWith(" rw-------"));
    assertThat(JsonParser.parseString(Files.readString(before)).isJsonObject()).isTrue();
    assertThat(err)
        .isEqualTo(
            "tt-alloc: the dump could not be written to %s (it is a symbolic link), expected a file or pipe of your own, or a new file in an existing folder; '%s dump %s' prints the report\n"
                .formatted(link, Repository.launcher(), ledgers.ledgers().get(0)));
    assertThat(victim).hasContent("precious");
    assertThat(JsonParser.parseString(read.get()).getAsJsonObject().has("findings")).isTrue();
    onlyTheNameOfTheJarIsKept(before);
  }

  private void onlyTheNameOfTheJarIsKept(Path json) throws IOException {
    String command = "java -jar 'my app.jar'";
    assertThat(JsonReport.read(json).root().getAsJsonObject("process").get("command").getAsString())
        .isEqualTo(command);
    assertThat(ledgers.read().process().command()).isEqualTo(command);
  }

  private static Path rulesIn(Path parent) throws IOException {
    return Files.writeString(parent.resolve("rules.yaml"), CommandPrivacyIT.RULES);
  }

  /** A jar whose manifest names the program and the location of its classes. */
  private static Path jarIn(Path parent) throws IOException {
    Path jar = parent.resolve("my app.jar");
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.MAIN_CLASS, CommandPrivacyIT.Keeps.class.getName());
    main.put(
        Attributes.Name.CLASS_PATH,
        TestJvm.locationOf(CommandPrivacyIT.Keeps.class).toUri().toString());
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }

  @Test
  void aReportOfTheCommandLineIsReadByItsOwnerAlone() throws Exception {
    String ledger = ledger();

    for (ReportFormat format : ReportFormats.all()) {
      Path target = folder.resolve("r" + format.suffix());
      Monitor.here("dump", ledger, "-o", target.toString()).expectSuccess();
    }

    assertThat(modes(folder))
        .hasSize(ReportFormats.all().size())
        .allMatch(mode -> mode.endsWith(" rw-------"));
  }

  @Test
  void theCommandLineFollowsNoLinkEither() throws Exception {
    Path victim = Files.writeString(folder.resolve("victim"), "precious");
    Path link = Files.createSymbolicLink(folder.resolve("r.json"), victim);

    String err = Monitor.here("dump", ledger(), "-o", link.toString()).expectStatus(1).err();

    assertThat(err)
        .isEqualTo(
            "tt-alloc: cannot write the report to %s: it is a symbolic link, expected a file or pipe of your own, or a new file in an existing folder; nothing was written\n"
                .formatted(link));
    assertThat(victim).hasContent("precious");
  }

  @Test
  void standardOutputAndErrorAreWrittenToByTheirNames() throws Exception {
    String ledger = ledger();
    String report = monitor("dump", ledger).run().expectSuccess().out();

    assertThat(monitor("dump", ledger, "-o", "/dev/stdout").run().expectSuccess().out())
        .isEqualTo(report);
    assertThat(monitor("dump", ledger, "-o", "/dev/fd/1").run().expectSuccess().out())
        .isEqualTo(report);
    assertThat(monitor("dump", ledger, "-o", "/dev/stderr").run().expectSuccess().err())
        .isEqualTo(report);
  }

  /** If a shell redirects with {@code >> log}, the previous content of the log is kept. */
  @Test
  void standardOutputThatIsAFileIsAppendedTo() throws Exception {
    String ledger = ledger();
    File log = Files.writeString(folder.resolve("log"), "before\n").toFile();
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");

    Process monitor =
        new ProcessBuilder(
                java.toString(),
                "-jar",
                Repository.monitorJar().toString(),
                "dump",
                ledger,
                "-o",
                "/dev/stdout")
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();

    assertThat(monitor.waitFor()).isZero();
    assertThat(log).content().startsWith("before\ntt-alloc: NO LEAK. ");
  }

  private static String ledger() throws Exception {
    return SharedDemoRuns.of(Jdks.ofThisBuild(), "mesh").ledgers().ledgers().get(0).toString();
  }

  private static TestJvm monitor(String... args) {
    return TestJvm.on(Jdks.ofThisBuild()).monitor(args);
  }

  private String suffixes() {
    return ReportFormats.all().stream()
        .map(format -> folder.resolve("r" + format.suffix()).toString())
        .collect(Collectors.joining(","));
  }

  private static String nameOf(String file) {
    return file.substring(file.lastIndexOf('/') + 1);
  }

  /** Name and mode of each file. */
  private static List<String> modes(Path of) throws IOException {
    try (Stream<Path> files = Files.list(of)) {
      return files.filter(Files::isRegularFile).map(ReportFilesIT::mode).toList();
    }
  }

  private static String mode(Path file) {
    try {
      String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
      return nameOf(file.toString()) + " " + mode;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String contentOf(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
