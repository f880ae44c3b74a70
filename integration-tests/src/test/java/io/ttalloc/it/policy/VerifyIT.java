package io.ttalloc.it.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.ttalloc.it.evidence.Session;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Variant
class VerifyIT {

  @TempDir private Path folder;

  @OneJdk
  void passesWhenAllIsClosed(Jdk jdk) throws Exception {
    JvmResult result = verify(jdk, List.of(), "close").expectSuccess();

    assertThat(result.out())
        .isEqualTo("tt-alloc: verify passed. 1 JVM, 1 opened, 1 closed, Active allocations: 0\n");
    assertThat(leftBehind()).isEmpty();
  }

  @OneJdk
  void failsForALeakOfAChildNamesItsLedgerAndWritesSarifAsDumpDoes(Jdk jdk) throws Exception {
    Path verified = folder.resolve("verified.sarif");
    JvmResult result =
        verify(jdk, List.of("-o", verified.toString()), "close", "spawn", "leak").expectStatus(23);

    assertThat(result.out())
        .startsWith(
            "tt-alloc: verify failed: 1 leak in 1 of 2 JVMs, 2 opened, 1 closed, Active"
                + " allocations: 1\n  pid ")
        .contains("VerifyIT$Program): 1 leak; " + Repository.launcher() + " dump ");
    String ledger = result.out().strip().replaceAll("(?s).* ", "");
    assertThat(Path.of(ledger)).exists();
    assertThat(Monitor.run("dump", ledger, "--all").expectSuccess().out())
        .startsWith("tt-alloc: 1 LEAK: ")
        .endsWith("\nmore: " + Repository.launcher() + " dump " + ledger + " --format json\n");
    assertThat(result.err()).contains("tt-alloc: 1 LEAK: ").doesNotContain("more: ");
    Path dumped = folder.resolve("dumped.sarif");
    Monitor.here("dump", ledger, "-o", dumped.toString()).expectSuccess();
    assertFollowTheSchema(verified, dumped);
  }

  private static void assertFollowTheSchema(Path... reports) throws IOException {
    JsonSchema schema = sarifSchema();
    for (Path each : reports) {
      String written = Files.readString(each);
      assertThat(written).contains("VerifyIT.java");
      assertThat(schema.validate(written, InputFormat.JSON)).as(each.toString()).isEmpty();
      assertThat(schema.validate(written.replace("ruleId", "rule"), InputFormat.JSON)).isNotEmpty();
    }
  }

  private static JsonSchema sarifSchema() throws IOException {
    try (InputStream in = VerifyIT.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(in);
    }
  }

  @Test
  void aCommandThatFailsIsAnErrorThatTellsItsStatus() throws Exception {
    Verified verified = verifyHere(Jdks.ofThisBuild(), List.of(), "exit");

    assertThat(verified.result().expectStatus(1).err())
        .startsWith("tt-alloc: no leak, but the command ended with status 7; 1 JVM, 1 opened, ");
    assertThat(verified.ledgers()).doesNotExist();
  }

  @OneJdk
  void aLeakFailsWhateverElseFailsUnlessABaselineHasItOrItIsSuppressed(Jdk jdk) throws Exception {
    Path baseline = folder.resolve("verified.json");
    List<String> options = List.of("-o", baseline.toString());
    JvmResult leaking =
        verify(jdk, options, "lose", "spawn", "blind", "leak", "exit").expectStatus(23);

    assertThat(leaking.out())
        .contains("verify failed: 1 leak in 1 of 2 JVMs, ")
        .contains("; the command ended with status 7\n");
    assertThat(leftBehind()).hasSize(1);

    Path suppress = folder.resolve("s.yaml");
    Files.writeString(suppress, "- {reason: known, site: '*Program.suppressed'}\n");
    List<String> decisions =
        List.of("--baseline", baseline.toString(), "--suppress", suppress.toString());
    Verified decided = verifyHere(jdk, decisions, "leak", "suppressed");
    assertThat(decided.result().expectSuccess().out())
        .isEqualTo(
            "tt-alloc: verify passed. 1 JVM, 2 opened, 0 closed, 1 suppressed, 1 leak, all KNOWN,"
                + " Active allocations: 2\n");
    assertThat(decided.printed()).contains(", 1 suppressed, all KNOWN (");
  }

  @Test
  void aJvmThatIsKilledIsNotJudged() throws Exception {
    assertThat(run("halt").expectStatus(24).err())
        .contains("\ntt-alloc: 1 of 1 JVM could not be judged: pid ")
        .contains(" was killed, expected a normal exit; " + Repository.launcher() + " dump ");
  }

  @Test
  void aJvmOfWhichNotAllWasSeenDoesNotPass() throws Exception {
    assertThat(run("blind close").expectStatus(24).err())
        .contains("\ntt-alloc: 1 of 1 JVM could not be judged: pid ")
        .containsPattern(
            " was not tracked completely \\([0-9,]+ events? dropped: the thread had no stack left\\),"
                + " so leaks may have been missed; "
                + Repository.launcher()
                + " dump ");
    assertThat(leftBehind()).hasSize(1);
  }

  @OneJdk
  void aJvmThatHasLostItsLedgerDoesNotPassThoughAnotherDoes(Jdk jdk) throws Exception {
    JvmResult removed =
        verifyHere(jdk, List.of(), "lose", "spawn", "close").result().expectStatus(24);
    assertThat(removed.err())
        .matches(
            "tt-alloc: 1 of 2 JVMs could not be judged: pid \\d+ no longer has a ledger:"
                + " \\S+\\.ledger is missing\n");
  }

  @Test
  void whereEveryLedgerIsGoneNobodyKnows() throws Exception {
    Verified verified = verifyHere(Jdks.ofThisBuild(), List.of(), "close", "purge");

    assertThat(verified.result().expectStatus(24).err())
        .isEqualTo(
            "tt-alloc: no judgement: the folder %s was removed, expected it to contain the command's ledgers\n"
                .formatted(verified.ledgers()));
    assertThat(verified.ledgers()).doesNotExist();
  }

  @Test
  void whereNothingWasTrackedIsAnError() throws Exception {
    Verified verified = verifyHere(List.of(), List.of("true"));

    assertThat(verified.result().expectStatus(24).err())
        .isEqualTo(
            "tt-alloc: no JVM was tracked: 'sh' started none, or none loaded a class that a rule"
                + " names (TT_ALLOC_RULES, TT_ALLOC_PACKS and TT_ALLOC_TRACK select the rules)\n");
    assertThat(verified.ledgers()).doesNotExist();
  }

  @Test
  void aCommandThatIsNotThereIsAnErrorOfOneLine() throws Exception {
    assertThat(jvm("verify", "--", "no-such-command").run().expectStatus(1).err())
        .startsWith("tt-alloc: cannot start no-such-command: ")
        .endsWith(", expected an executable program\n")
        .hasLineCount(1);
    assertThat(leftBehind()).isEmpty();
  }

  private JvmResult run(String what) throws Exception {
    return verify(Jdks.ofThisBuild(), List.of(), what.split(" ", -1));
  }

  private JvmResult verify(Jdk jdk, List<String> options, String... what) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("verify"));
    arguments.addAll(options);
    arguments.add("--");
    arguments.addAll(program(jdk, what));
    return jvm(arguments.toArray(new String[0]))
        .environment("TT_ALLOC_RULES", rules().toString())
        .environment("TT_ALLOC_HOLDERS", "false")
        .run();
  }

  private Path rules() throws IOException {
    return TrackedRun.in(folder).rules(Session.RULES).ruleFile();
  }

  private static List<String> program(Jdk jdk, String... what) {
    List<String> command = new ArrayList<>(List.of(jdk.home().resolve("bin/java").toString()));
    command.addAll(List.of(TestJvm.quickFlags()));
    command.add("-cp");
    command.add(TestJvm.locationOf(Program.class).toString());
    command.add(Program.class.getName());
    command.addAll(List.of(what));
    return command;
  }

  private Verified verifyHere(Jdk jdk, List<String> options, String... what) throws Exception {
    List<String> command = new ArrayList<>();
    command.add("env");
    command.add("TT_ALLOC_RULES=" + rules());
    command.add("TT_ALLOC_HOLDERS=false");
    command.addAll(program(jdk, what));
    return verifyHere(options, command);
  }

  /**
   * Runs {@code verify} in the JVM of this test, whose standard streams the command must not use.
   */
  private Verified verifyHere(List<String> options, List<String> command) throws IOException {
    Path printed = folder.resolve("printed");
    Path directory = folder.resolve("directory");
    List<String> arguments = new ArrayList<>(List.of("verify"));
    arguments.addAll(options);
    arguments.addAll(List.of("--", "sh", "-c"));
    arguments.add(
        "printf %s \"$TT_ALLOC_DIR\" > \"$0\"; out=$1; shift; exec \"$@\" > \"$out\" 2>&1");
    arguments.addAll(List.of(directory.toString(), printed.toString()));
    arguments.addAll(command);
    JvmResult result = Monitor.here(arguments.toArray(new String[0]));
    return new Verified(result, Files.readString(printed), Path.of(Files.readString(directory)));
  }

  private TestJvm jvm(String... arguments) {
    return Monitor.jvm(arguments).jvmFlags("-Djava.io.tmpdir=" + folder);
  }

  /**
   * A run of {@code verify} in the JVM of this test.
   *
   * @param result the status and the output of {@code verify} itself
   * @param printed what the command printed
   * @param ledgers the directory that the command had for its ledgers
   */
  private record Verified(JvmResult result, String printed, Path ledgers) {}

  /** The ledger directories that still exist. */
  private List<Path> leftBehind() throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().contains("tt-alloc-verify-")).toList();
    }
  }

  /**
   * Performs the actions named by its arguments. Passes the arguments after {@code spawn} to a JVM
   * that it starts, and exits with the status of that JVM.
   */
  static final class Program {
    private static final List<Session> LEAKED = new ArrayList<>();

    private Program() {}

    /** Opens and closes a session with so little stack left that the hooks drop events. */
    @SuppressWarnings("InfiniteRecursion") // Ends when the stack overflows.
    private static void openAtTheEndOfTheStack() {
      try {
        openAtTheEndOfTheStack();
      } catch (StackOverflowError e) {
        // Fails here, or in a caller that has a little more stack left.
        new Session(7).close();
      }
    }

    private static void leak() {
      LEAKED.add(new Session(7));
    }

    private static void suppressed() {
      LEAKED.add(new Session(7));
    }

    private static Path directory() {
      return Path.of(System.getenv("TT_ALLOC_DIR"));
    }

    private static Path ledger() throws IOException {
      String start = ProcessHandle.current().pid() + "-";
      try (Stream<Path> files = Files.list(directory())) {
        return files
            .filter(file -> file.getFileName().toString().startsWith(start))
            .filter(file -> file.toString().endsWith(".ledger"))
            .findFirst()
            .orElseThrow();
      }
    }

    private static void purge() throws IOException {
      try (Stream<Path> files = Files.list(directory())) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(directory());
    }

    public static void main(String[] args) throws Exception {
      for (int i = 0; i < args.length; i++) {
        switch (args[i]) {
          case "leak" -> leak();
          case "suppressed" -> suppressed();
          case "blind" -> {
            // Loads the class while there is enough stack.
            new Session(7).close();
            openAtTheEndOfTheStack();
          }
          case "halt" -> {
            LEAKED.add(new Session(7));
            Runtime.getRuntime().halt(0);
          }
          case "exit" -> {
            new Session(7).close();
            System.exit(7);
          }
          case "lose" -> {
            new Session(7).close();
            Files.delete(ledger());
          }
          case "purge" -> purge();
          case "spawn" -> {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.add("-cp");
            command.add(System.getProperty("java.class.path"));
            command.add(Program.class.getName());
            command.addAll(List.of(args).subList(i + 1, args.length));
            int status = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (status != 0) {
              System.exit(status);
            }
            return;
          }
          default -> new Session(7).close();
        }
      }
    }
  }
}
