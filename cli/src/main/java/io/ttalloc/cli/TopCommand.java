package io.ttalloc.cli;

import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.arguments.FolderOption;
import io.ttalloc.cli.arguments.HelpText;
import io.ttalloc.cli.arguments.IntervalConverter;
import io.ttalloc.cli.arguments.LedgerLookup;
import io.ttalloc.cli.arguments.NativeOptions;
import io.ttalloc.top.Glyphs;
import io.ttalloc.top.Look;
import io.ttalloc.top.TopFrame;
import io.ttalloc.top.TopState;
import io.ttalloc.top.terminal.TerminalScreen;
import io.ttalloc.top.terminal.TopSession;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.MachineStateJson;
import io.ttalloc.watch.MachineWatch;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.natives.NativeWatch;
import io.ttalloc.watch.progress.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jline.utils.AttributedString;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code top}: shows what is open in running processes, either on a terminal until the
 * user quits, or only once.
 */
@Command(
    name = "top",
    description = {
      "Shows what running processes have open, by device, by process and by the code that"
          + " opened it.",
      "",
      "On a terminal, runs until you press q; ? lists the keys. Without a terminal, behaves as"
          + " with --once. LIVE, BYTES and LEAKS mean the same as in tt-alloc ps."
    },
    footerHeading = HelpText.EXAMPLES,
    footer = {"  tt-alloc top", "  tt-alloc top --interval 250ms", "  tt-alloc top --once --json"},
    exitCodeListHeading = HelpText.EXIT_STATUS,
    exitCodeList = {HelpText.DONE, HelpText.ERROR})
@SuppressWarnings("NullAway.Init") // picocli sets the annotated fields before it runs the command
final class TopCommand implements Callable<Integer> {

  /** The maximum share of one processor for analyses. */
  private static final double ANALYSIS_SHARE = 0.2;

  /** The width of the output if it is printed only once; the same as for {@code ps}. */
  private static final int COLUMNS = 80;

  private final LedgerLookup ledgers;

  @Spec private CommandSpec spec;

  @Mixin private FolderOption folder;

  @Mixin private NativeOptions nativeOptions;

  @Option(
      names = "--json",
      description =
          "Judge every process, and write one JSON object (schema tt-alloc-top/1) instead of the"
              + " screen.")
  private boolean json;

  @Option(
      names = "--once",
      description = "Judge every process, print what is open now as text, and exit.")
  private boolean once;

  @Option(
      names = "--interval",
      paramLabel = "DURATION",
      converter = IntervalConverter.class,
      description = "How often to read the ledgers, 100ms to 60m; 1s if not given.")
  private Duration interval = Duration.ofSeconds(1);

  @Option(
      names = "--limit",
      paramLabel = PsCommand.LIMIT_LABEL,
      description = PsCommand.LIMIT_DESCRIPTION)
  private int limit = PsCommand.DEFAULT_LIMIT;

  TopCommand(LedgerLookup ledgers) {
    this.ledgers = ledgers;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    PsCommand.checkLimit(limit);
    List<Path> folders = folder.folders(ledgers);
    try (MachineWatch watch = watch(folders);
        NativeWatch natives = nativeOptions.watch()) {
      if (json) {
        PrintWriter out = spec.commandLine().getOut();
        MachineStateJson.write(judged(watch), natives.now(), folders, out);
        out.flush();
        return 0;
      }
      try (TerminalScreen screen = once ? null : TerminalScreen.open()) {
        if (screen != null) {
          return show(watch, natives, screen);
        }
        print(new TopState(judged(watch), natives.now()));
      }
    }
    return 0;
  }

  private MachineState judged(MachineWatch watch) {
    try (Progress progress = Progress.onTerminal()) {
      return limited(watch.judged(progress::ledger));
    }
  }

  private static MachineWatch watch(List<Path> folders) {
    try {
      return new MachineWatch(folders, ANALYSIS_SHARE);
    } catch (IOException e) {
      throw new CommandFailure("cannot list the ledgers in %s: %s".formatted(folders, e), e);
    }
  }

  private int show(MachineWatch watch, NativeWatch natives, TerminalScreen screen)
      throws InterruptedException, IOException {
    Map<String, String> environment = System.getenv();
    boolean coloured = screen.hasColours() && environment.getOrDefault("NO_COLOR", "").isEmpty();
    Look look = new Look(Glyphs.of(environment), coloured, ZoneId.systemDefault());
    return new TopSession(
            screen,
            () -> new TopState(limited(watch.next()), natives.next()),
            interval,
            TopCommand::mark,
            look)
        .run();
  }

  private static String mark(ProcessView process, String name) {
    try {
      return MarkCommand.mark(process.ledger(), process.pid(), name);
    } catch (CommandFailure e) {
      return "tt-alloc: " + e.getMessage();
    }
  }

  private void print(TopState state) {
    Look look = new Look(Glyphs.of(System.getenv()), false, ZoneId.systemDefault());
    PrintWriter out = spec.commandLine().getOut();
    for (AttributedString line : TopFrame.whole(state, look, COLUMNS)) {
      out.println(line);
    }
    out.flush();
  }

  private MachineState limited(MachineState state) {
    int max = Math.min(limit, state.processes().size());
    return new MachineState(
        state.at(),
        state.processes().subList(0, max),
        state.devices(),
        state.changes(),
        state.omitted() + state.processes().size() - max,
        state.ofOthers(),
        state.problems());
  }
}
