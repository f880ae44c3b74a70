package io.ttalloc.it.installed;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.cli.Main;
import io.ttalloc.it.installed.UnpackedArchive.Said;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every command of the archive, or at least its help, in a folder whose name contains a blank,
 * without Maven. If the build's user is root, the commands run as a user who owns nothing in the
 * archive.
 */
@Variant
class EveryCommandIT {
  private static final int NOBODY = 65_534;
  private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

  private static final String RULES =
      """
      schema: tt-alloc-rules/1
      rules:
        - {class: '%s', type: door, open: [<init>], close: [close]}
      """;

  private static final String ALONE = "exec java -XX:TieredStopAtLevel=1 -cp classes \"$1\" wait";

  /** A single command line, as in the README of the archive. */
  private static final String ATTACHED =
      "TT_ALLOC_TRACKING_ENABLED=1 exec java \"-javaagent:$1/lib/tt-alloc-agent.jar=rules=door.yaml\""
          + " -XX:TieredStopAtLevel=1 -cp classes \"$2\" wait";

  @TempDir private Path folder;

  private final Set<String> used = new TreeSet<>();
  private UnpackedArchive installed;
  private Map<String, String> environment;

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES) // starts two dozen JVMs, one after another
  void works() throws Exception {
    prepare();
    Process program =
        installed.start(
            environment,
            folder.resolve("program.out"),
            folder.resolve("program.err"),
            ATTACHED,
            installed.home(),
            Program.class.getName());
    try {
      assertThat(awaited(folder.resolve("program.out"), "\n", program)).isEqualTo("waiting\n");
      whileItRuns(program.pid());
      program.toHandle().destroy();
      assertThat(program.waitFor()).isEqualTo(128 + 15);
      // After a signal, main is still running and the heap is not dumped, so the resource is
      // UNDECIDED. On a busy machine, it is judged later.
      assertThat(folder.resolve("program.err"))
          .content()
          .containsAnyOf(
              "tt-alloc: 1 UNDECIDED. 1 resource still open, all UNDECIDED ",
              "tt-alloc: judged later: ");
      afterItsEnd(program.pid());
    } finally {
      program.toHandle().destroyForcibly();
    }
    whileAnotherRuns();
    for (String command : Main.described().getSubcommands().keySet()) {
      if (!used.contains(command)) {
        assertThat(run(command, "--help")).startsWith("Usage: tt-alloc " + command + " ");
      }
    }
  }

  private void prepare() throws Exception {
    installed = new UnpackedArchive(folder);
    String name = Program.class.getName();
    for (String type : new String[] {name, name + "$Door"}) {
      String file = type.replace('.', '/') + ".class";
      Path copy = folder.resolve("classes").resolve(file);
      Files.createDirectories(copy.getParent());
      Files.copy(TestJvm.locationOf(Program.class).resolve(file), copy);
    }
    Files.writeString(folder.resolve("door.yaml"), RULES.formatted(name + "$Door"));
    environment = new HashMap<>(installed.withPathOnly());
    environment.put("TT_ALLOC_DIR", folder.resolve("ledgers").toString());
    boolean root = (int) Files.getAttribute(folder, "unix:uid") == 0;
    if (root && Files.isExecutable(SETPRIV)) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.setAttribute(folder, "unix:uid", NOBODY);
      installed.asUser(NOBODY);
    }
  }

  private void whileItRuns(long pid) throws Exception {
    assertThat(run("ps")).contains(pid + "  running ", "CommandIT$Program ");
    assertThat(run("mark", pid, "'a tick'")).contains("a tick");
    assertThat(run("top", "--once")).contains(pid + " running ");
    serve(pid);
    run("dump", pid, "-o", "report.json");
    assertThat(folder.resolve("report.json")).isNotEmptyFile();
    run("dump", pid, "--format=ttnn", "-o", "viewer");
    assertThat(folder.resolve("viewer/db.sqlite")).isNotEmptyFile();
  }

  /** The other process was started without the agent. */
  private void whileAnotherRuns() throws Exception {
    Path out = folder.resolve("another.out");
    Process another =
        installed.start(
            environment, out, folder.resolve("another.err"), ALONE, Program.class.getName());
    try {
      assertThat(awaited(out, "\n", another)).isEqualTo("waiting\n");
      assertThat(run("attach", another.pid(), "rules=door.yaml"))
          .contains("1 loaded class woven, ");
      assertThat(run("detach", another.pid())).contains(": tracking has ended; ");
    } finally {
      another.toHandle().destroyForcibly();
    }
  }

  private void serve(long pid) throws Exception {
    used.add("serve");
    Path out = folder.resolve("serve.out");
    Process serve =
        installed.start(
            environment,
            out,
            folder.resolve("serve.err"),
            "exec \"$1\" serve --port=0 --socket=none",
            installed.launcher());
    try {
      String said = awaited(out, "/\n", serve);
      // The initial heap size does not depend on the memory of the machine.
      assertThat(serve.toHandle().info().arguments().orElseThrow()).contains("-Xms16m");
      String url = said.replaceAll("(?s).*listening on (\\S+)\n.*", "$1");
      HttpResponse<String> metrics =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(url + "metrics")).build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(metrics.body()).contains("tt_alloc_opened_total{pid=\"" + pid + "\"");
      serve.toHandle().destroy();
      assertThat(serve.waitFor()).isEqualTo(128 + 15);
      assertThat(out).content().endsWith("  Active allocations: 1\n");
    } finally {
      serve.toHandle().destroyForcibly();
    }
  }

  private void afterItsEnd(long pid) throws Exception {
    assertThat(run("diff", pid, "report.json")).contains("door");
    assertThat(run("rules", "check", "door.yaml", "--classpath", "classes"))
        .contains("    open <init>() -> this ");
    assertThat(run("prune", "--keep=0"))
        .contains("tt-alloc: deleted 1 ledger"); // and woven classes, if they were written in time
    assertThat(run("demo", "mesh")).isNotEmpty();
    used.add("verify");
    Said verified =
        installed.shell(
            environment,
            "TT_ALLOC_RULES=door.yaml \"$1\" verify -o \"$3\" -- java -cp classes \"$2\"",
            installed.launcher(),
            Program.class.getName(),
            ReportFormats.all().stream()
                .map(format -> "verified" + format.suffix())
                .collect(Collectors.joining(",")));
    assertThat(verified.out()).startsWith("tt-alloc: verify failed: 1 leak in 1 of 1 JVM, ");
    assertThat(verified.status()).isEqualTo(23);
    for (ReportFormat format : ReportFormats.all()) {
      assertThat(folder.resolve("verified" + format.suffix())).isNotEmptyFile();
    }
    if (Files.isExecutable(Path.of("/bin/bash"))) {
      Said completed =
          installed.shell(
              environment,
              "/bin/bash -c 'source \"$1/share/bash-completion/completions/tt-alloc\""
                  + " && complete -p tt-alloc' bash \"$1\"",
              installed.home());
      assertThat(completed.out()).endsWith(" tt-alloc\n");
    }
  }

  /**
   * Runs a command as a user types it. The command must succeed. Only the demonstration, the
   * viewer's format and JVMs that warn about attached agents may print to standard error.
   */
  private String run(String command, Object... arguments) throws Exception {
    used.add(command);
    StringBuilder line = new StringBuilder("\"$1\" " + command);
    for (Object argument : arguments) {
      line.append(' ').append(argument);
    }
    Said said = installed.shell(environment, line.toString(), installed.launcher());
    assertThat(said.status()).as(said.toString()).isZero();
    // A report in the viewer's format is empty for a program without a device, and the command says
    // so on standard error.
    boolean reports = command.equals("demo") || line.indexOf("--format=ttnn") >= 0;
    boolean warns = command.equals("attach");
    assertThat(said.err().contains("tt-alloc: ") && !warns).as(said.toString()).isEqualTo(reports);
    return said.out();
  }

  private static String awaited(Path file, String what, Process writer) throws IOException {
    Await.until(() -> Files.readString(file).contains(what) || !writer.isAlive());
    assertThat(file).content().contains(what);
    return Files.readString(file);
  }

  /** Leaves one of two doors open, and waits on request. */
  static final class Program {
    private static final Set<Door> OPEN = new HashSet<>();

    private Program() {}

    public static void main(String[] args) throws IOException {
      new Door().close();
      OPEN.add(new Door());
      if (args.length > 0) {
        System.out.println("waiting");
        while (true) {
          LockSupport.park();
        }
      }
    }

    static final class Door extends ByteArrayInputStream {
      Door() {
        super(new byte[0]);
      }

      @Override
      public void close() throws IOException {
        super.close();
      }
    }
  }
}
