package io.ttalloc.cli;

import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.arguments.DurationConverter;
import io.ttalloc.cli.arguments.FolderOption;
import io.ttalloc.cli.arguments.HelpText;
import io.ttalloc.cli.arguments.LedgerLookup;
import io.ttalloc.cli.arguments.OneLineErrors;
import io.ttalloc.ledger.files.LedgerDirectory;
import io.ttalloc.ledger.files.Retention;
import io.ttalloc.ledger.files.Retention.Limits;
import io.ttalloc.ledger.files.Retention.Surplus;
import io.ttalloc.ledger.files.WovenFiles;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.VisibleText;
import io.ttalloc.watch.ledgers.LedgerAges;
import io.ttalloc.watch.progress.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code prune}: deletes ledgers of processes that have ended, with the same code that
 * the agent uses at exit.
 */
@Command(
    name = "prune",
    description = {
      "Deletes ledgers, marks and locks of processes that have ended or were killed.",
      "",
      "With neither --keep nor --older-than, keeps what the agent itself would keep. With both,"
          + " a ledger is deleted only if neither option keeps it. Ledgers of running processes and"
          + " of other users are kept. The woven classes that the agent keeps for later processes"
          + " are deleted only by --keep 0, or by --older-than without --keep. Nothing else is deleted."
    },
    footerHeading = HelpText.EXAMPLES,
    footer = {
      "  tt-alloc prune --dry-run",
      "  tt-alloc prune --keep 5",
      "  tt-alloc prune --older-than 7d"
    },
    exitCodeListHeading = HelpText.EXIT_STATUS,
    exitCodeList = {HelpText.DONE, HelpText.ERROR})
@SuppressWarnings("NullAway.Init") // picocli sets the annotated fields before it runs the command
final class PruneCommand implements Callable<Integer> {
  private static final String WOVEN = " with woven classes";

  private final LedgerLookup ledgers;
  private final InstantSource clock;

  @Spec private CommandSpec spec;

  @Mixin private FolderOption folder;

  @Option(
      names = "--keep",
      paramLabel = "FILES",
      description =
          "How many of the newest ledgers to keep in each folder, at most 1 GiB per folder; 20"
              + " if neither --keep nor --older-than is given.")
  private @Nullable Integer keep;

  @Option(
      names = "--older-than",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "Delete only ledgers of processes that ended longer ago than this: a number and a unit (s, m, h, d or w). Without"
              + " --keep, delete all such ledgers.")
  private @Nullable Duration olderThan;

  @Option(names = "--dry-run", description = "Show what would be deleted, and delete nothing.")
  private boolean dryRun;

  private long deletedLedgers;
  private long deletedOthers;
  private long deletedWoven;
  private long freedBytes;
  private boolean failed;

  PruneCommand(LedgerLookup ledgers, InstantSource clock) {
    this.ledgers = ledgers;
    this.clock = clock;
  }

  @Override
  public Integer call() {
    Instant now = clock.instant();
    Limits limits = limits(now);
    for (Path each : folder.folders(ledgers)) {
      if (Files.exists(each, LinkOption.NOFOLLOW_LINKS)) {
        prune(each, limits, now);
      }
    }
    String what = Numbers.counted(deletedLedgers, "ledger");
    String more = deletedOthers == 0 ? "" : " and " + files(deletedOthers);
    String woven = deletedWoven == 0 ? "" : " and " + Numbers.counted(deletedWoven, "file") + WOVEN;
    out(
        "tt-alloc: "
            + (dryRun ? "would delete " : "deleted ")
            + what
            + more
            + woven
            + ", "
            + Numbers.bytes(freedBytes));
    spec.commandLine().getOut().flush();
    return failed ? OneLineErrors.STATUS : 0;
  }

  private static String files(long count) {
    return Numbers.counted(count, "file")
        + (count == 1 ? " whose ledger is" : " whose ledgers are")
        + " gone";
  }

  private Limits limits(Instant now) {
    Duration age = olderThan;
    Instant endedBefore = age == null ? Instant.MAX : now.minus(age);
    if (keep == null && age != null) {
      return new Limits(0, 0, endedBefore);
    }
    int count = keep == null ? Limits.DEFAULT.count() : keep;
    if (count < 0) {
      throw new CommandFailure("--keep is %d, expected 0 or more".formatted(count));
    }
    return new Limits(count, Retention.DEFAULT_BYTES, endedBefore);
  }

  private void prune(Path directory, Limits limits, Instant now) {
    if (LedgerDirectory.existing(directory) instanceof LedgerDirectory.Refused refused) {
      err(refused.reason() + "; nothing is deleted there");
      return;
    }
    if (Retention.keepsAll(directory)) {
      out(
          "tt-alloc: %s contains a file named %s, so nothing is deleted there"
              .formatted(VisibleText.of(directory.toString()), Retention.KEEP_ALL));
      return;
    }
    try {
      for (Surplus one : surplus(directory, limits, now)) {
        if (dryRun || one.delete()) {
          tell(one, now);
        } else {
          err(one.file() + " cannot be deleted");
        }
      }
    } catch (IOException e) {
      err("%s cannot be read: %s".formatted(directory, e));
    }
  }

  private static List<Surplus> surplus(Path directory, Limits limits, Instant now)
      throws IOException {
    LedgerAges ages = new LedgerAges(limits.endedBefore());
    try (Progress progress = Progress.onTerminal()) {
      AtomicLong looked = new AtomicLong();
      Retention.Endings endings =
          (ledger, modified) -> {
            progress.say(Numbers.counted(looked.incrementAndGet(), "ledger") + " examined");
            return ages.ended(ledger, modified);
          };
      return Retention.surplus(directory, limits, null, endings, now);
    }
  }

  private void tell(Surplus one, Instant now) {
    String name = String.valueOf(one.file().getFileName());
    boolean ledger = name.endsWith(".ledger");
    boolean woven = WovenFiles.isOne(name);
    if (ledger) {
      deletedLedgers++;
    } else if (woven) {
      deletedWoven++;
    } else {
      deletedOthers++;
    }
    freedBytes += one.bytes();
    out(
        (dryRun ? "would delete " : "deleted ")
            + VisibleText.of(one.file().toString())
            + " ("
            + (ledger ? "ended " : woven ? "woven classes, written " : "without a ledger, written ")
            + LedgerAges.text(Duration.between(one.ended(), now))
            + " ago, "
            + Numbers.bytes(one.bytes())
            + ")");
  }

  private void out(String line) {
    spec.commandLine().getOut().println(line);
  }

  private void err(String line) {
    failed = true;
    PrintWriter err = spec.commandLine().getErr();
    err.println("tt-alloc: " + VisibleText.of(line));
    err.flush();
  }
}
