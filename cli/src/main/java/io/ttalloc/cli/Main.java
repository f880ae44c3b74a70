package io.ttalloc.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ttalloc.cli.arguments.HelpText;
import io.ttalloc.cli.arguments.InstallFolder;
import io.ttalloc.cli.arguments.LedgerLookup;
import io.ttalloc.cli.arguments.OneLineErrors;
import io.ttalloc.cli.arguments.UserPathConverter;
import io.ttalloc.cli.arguments.WholeNumberConverter;
import io.ttalloc.cli.dump.LedgerDump;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The command {@code tt-alloc}; all other commands are its subcommands.
 *
 * <p>Output is always UTF-8, whatever the locale, because reports are often redirected to files.
 */
@Command(
    name = "tt-alloc",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Main.Version.class,
    description = "A leak profiler for everything a JVM program must close.",
    footerHeading = HelpText.EXAMPLES,
    footer = {
      "  tt-alloc demo              a demonstration, with a report at the end",
      "  tt-alloc ps                the ledgers on this machine",
      "  tt-alloc dump 4242         what process 4242 has open",
      "  tt-alloc dump --help       the options of a command"
    },
    exitCodeListHeading = HelpText.EXIT_STATUS,
    exitCodeList = {
      HelpText.DONE,
      HelpText.ERROR,
      "23:with verify or --fail-on=leak, a leak",
      "24:with verify or --fail-on=leak, it is unknown whether there is a leak"
    })
public final class Main implements Runnable {

  /** The names in the order of the help text. */
  private static final List<String> SUBCOMMANDS =
      List.of(
          "demo", "ps", "top", "dump", "diff", "verify", "attach", "detach", "mark", "rules",
          "serve", "prune");

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
  private CommandSpec spec;

  private Main() {}

  /**
   * Runs one command and ends the process with the command's exit status.
   *
   * @param args the command and its arguments
   */
  public static void main(String[] args) {
    // System.out is not wrapped in another writer, which would hide its write errors.
    PrintWriter out = new PrintWriter(System.out, true, UTF_8);
    PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, UTF_8), true);
    LedgerDump ledgerDump = LedgerDump.ofLedgers(LedgerLookup.ofThisUser());
    InstallFolder home = InstallFolder.ofThisProcess();
    System.exit(run(List.of(args), home, ledgerDump, out, err, isStandardOutputAPipe()));
  }

  /**
   * Whether standard output is known to be a pipe; if so, a failed write means that the process
   * that read from the pipe has ended.
   */
  private static boolean isStandardOutputAPipe() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString().startsWith("pipe:");
    } catch (IOException | RuntimeException e) {
      return false; // this is not Linux
    }
  }

  /**
   * Runs one command on the ledgers of this user and returns its exit status. All output is flushed
   * before it returns.
   */
  public static int run(List<String> args, PrintWriter out, PrintWriter err) {
    return run(
        args,
        InstallFolder.ofThisProcess(),
        LedgerDump.ofLedgers(LedgerLookup.ofThisUser()),
        out,
        err);
  }

  /** Runs one command and returns its exit status. All output is flushed before it returns. */
  static int run(
      List<String> args,
      InstallFolder home,
      LedgerDump ledgerDump,
      PrintWriter out,
      PrintWriter err) {
    return run(args, home, ledgerDump, out, err, false);
  }

  /**
   * Runs one command and returns its exit status. All output is flushed before it returns.
   *
   * @param toPipe whether the output goes to a pipe. Its reader may stop early, as {@code head}
   *     does, which is not reported as an error
   */
  static int run(
      List<String> args,
      InstallFolder home,
      LedgerDump ledgerDump,
      PrintWriter out,
      PrintWriter err,
      boolean toPipe) {
    List<String> asked = asked(args);
    boolean namesOne = !asked.isEmpty() && SUBCOMMANDS.contains(asked.get(0));
    List<String> names = namesOne ? asked.subList(0, 1) : SUBCOMMANDS;
    CommandLine commandLine = commandLine(names, home, ledgerDump).setOut(out).setErr(err);
    try {
      int status = commandLine.execute(asked.toArray(String[]::new));
      if (!out.checkError()) {
        return status;
      }
      if (!toPipe) {
        tellIncomplete(err);
      }
      return status == 0 ? OneLineErrors.STATUS : status;
    } finally {
      out.flush();
      err.flush();
    }
  }

  /** Replaces {@code help dump} with {@code dump --help}. */
  private static List<String> asked(List<String> args) {
    if (args.isEmpty() || !args.get(0).equals("help")) {
      return args;
    }
    List<String> asked = new ArrayList<>(args.subList(1, args.size()));
    asked.add("--help");
    return asked;
  }

  /**
   * Reports that the output is incomplete. The reason is unknown, because a {@link PrintWriter}
   * does not provide it. If the command itself has failed, its exit status is kept, because it is
   * still valid.
   */
  private static void tellIncomplete(PrintWriter err) {
    err.println(
        "tt-alloc: the end of the output could not be written: the disk may be full, or the"
            + " reader of the output may have ended");
  }

  /**
   * Returns the command with all its subcommands, for generating its documentation; it must not be
   * run.
   */
  public static CommandLine described() {
    return commandLine(
        InstallFolder.ofThisProcess(), LedgerDump.ofLedgers(LedgerLookup.ofThisUser()));
  }

  /** Returns the command with all its subcommands. */
  static CommandLine commandLine(InstallFolder home, LedgerDump ledgerDump) {
    return commandLine(SUBCOMMANDS, home, ledgerDump);
  }

  /**
   * Returns the command with the given subcommands: either only the subcommand that is on the
   * command line, or all of them. Reading the annotations of all subcommands takes a third of the
   * run time of {@code ps}.
   */
  private static CommandLine commandLine(
      List<String> names, InstallFolder home, LedgerDump ledgerDump) {
    CommandLine commandLine = new CommandLine(new Main());
    for (String name : names) {
      commandLine.addSubcommand(name, subcommand(name, home, ledgerDump));
    }
    return commandLine
        .registerConverter(Path.class, new UserPathConverter())
        .registerConverter(int.class, new WholeNumberConverter())
        .registerConverter(Integer.class, new WholeNumberConverter())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(OneLineErrors::badArguments)
        .setExecutionExceptionHandler(OneLineErrors::failure);
  }

  private static Object subcommand(String name, InstallFolder home, LedgerDump ledgerDump) {
    LedgerLookup ledgers = LedgerLookup.ofThisUser();
    return switch (name) {
      case "demo" -> DemoCommand.asSubcommand(home);
      case "ps" -> new PsCommand(ledgers);
      case "top" -> new TopCommand(ledgers);
      case "dump" -> new DumpCommand(ledgerDump);
      case "diff" -> new DiffCommand(ledgers);
      case "verify" -> VerifyCommand.asSubcommand(home);
      case "attach" -> new AttachCommand(home);
      case "detach" -> new DetachCommand(home);
      case "mark" -> new MarkCommand(ledgers);
      case "rules" -> new RulesCommand(home);
      case "serve" -> new ServeCommand(ledgers);
      case "prune" -> new PruneCommand(ledgers, InstantSource.system());
      default -> throw new IllegalArgumentException(name);
    };
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "no command given, expected one of " + spec.subcommands().keySet());
  }

  /** The version from the manifest of the JAR file; classes in a directory have none. */
  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"tt-alloc " + (version == null ? "(not packaged)" : version)};
    }
  }
}
