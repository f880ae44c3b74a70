package io.ttalloc.agent;

import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.agent.command.CommandLine;
import io.ttalloc.agent.command.Launch;
import io.ttalloc.agent.exit.ExitDump;
import io.ttalloc.agent.exit.HooksAtWork;
import io.ttalloc.agent.exit.StatisticsSampler;
import io.ttalloc.agent.exit.TestEvidence;
import io.ttalloc.agent.flight.FlightStart;
import io.ttalloc.agent.jmx.BeanStart;
import io.ttalloc.agent.jmx.LedgerAccess;
import io.ttalloc.agent.loading.LoadWatch;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.options.Policy;
import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.testing.ScopeJudge;
import io.ttalloc.agent.testing.ScopeListener;
import io.ttalloc.agent.testing.TestScopes;
import io.ttalloc.agent.weave.TrackingStart;
import io.ttalloc.agent.weave.match.MatchedRules;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.decision.Decisions;
import io.ttalloc.analysis.report.LauncherCommand;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.record.HolderRecord;
import io.ttalloc.ledger.record.NotWovenRecord;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.Probe;
import io.ttalloc.probe.rule.ProbeRules;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The ledger, the probe and the dump at exit of a process in which tracking has started. */
final class Tracking implements Supplier<AnalysisOptions> {
  private static final long PATIENCE_MILLIS = 500;

  private final LedgerFiles files;
  private final Instant clockBase;
  private final LedgerWriter ledger;
  private final StatisticsSampler statistics;
  private final LedgerLock lock;
  private final ProbeRules probeRules;
  private final MarkWriter marks;
  private final BeanStart bean;
  private final Options options;
  private final Decisions decisions;
  private final HookMessages messages;
  private @Nullable ExitDump dump;

  private Tracking(
      ThisProcess process,
      LedgerFiles files,
      LedgerLock lock,
      Options options,
      Decisions decisions,
      Launch launch,
      boolean late)
      throws IOException {
    this.options = options;
    this.decisions = decisions;
    this.lock = lock;
    this.probeRules = new ProbeRules(options.recording().olderThanNanos());
    this.files = files;
    this.clockBase = Instant.now();
    long clockBaseNanos = System.nanoTime();
    files.createLedger();
    LedgerHeader header =
        new LedgerHeader(
            process.pid(),
            process.startedMillis(),
            clockBaseNanos,
            clockBase.getEpochSecond() * 1_000_000_000L + clockBase.getNano(),
            CommandLine.of(options.recording().fullCommand(), process.command(), launch),
            System.getProperty("java.vm.name", "?")
                + " "
                + System.getProperty("java.runtime.version", "?"),
            late,
            options.recording().stacks());
    this.ledger = new LedgerWriter(files.ledger().toFile(), header, LedgerWriter.HISTORY_EVENTS);
    this.statistics = new StatisticsSampler(ledger);
    this.marks =
        new MarkWriter(ledger, statistics, files.marks(), process.pid(), clockBase, clockBaseNanos);
    this.messages = new HookMessages(marks);
    this.bean = new BeanStart(new LedgerAccess(ledger.content(), files.ledger(), this, marks));
  }

  /**
   * Starts tracking: creates the ledger, prepares the probe and registers the dump at exit. Nothing
   * is recorded before {@link #begin}.
   *
   * @param codeFacts what rules state about code, as returned by {@link CodeFacts#of}
   * @param matched provides, at exit, the rules that no class has matched
   * @param origins where classes come from
   * @param directory the directory in which the ledger is created
   * @param late whether the application is already running
   * @param complete whether every option and rule that the user gave is in effect
   */
  static Tracking start(
      Options options,
      byte[] codeFacts,
      Decisions decisions,
      MatchedRules matched,
      CodeOrigins origins,
      Path directory,
      Launch launch,
      boolean late,
      boolean complete,
      Instrumentation instrumentation)
      throws IOException {
    ThisProcess process = ThisProcess.read();
    LedgerFiles files = LedgerFiles.fresh(directory, process.pid(), process.startedMillis());
    // Held until the process ends. The operating system then releases the lock, however the process
    // ends.
    LedgerLock lock = LedgerLock.hold(files.lock());
    try {
      Tracking tracking = new Tracking(process, files, lock, options, decisions, launch, late);
      WrittenOrigins.write(options, codeFacts, origins, tracking.ledger.rows());
      if (!complete) {
        tracking.ledger.gap(Gap.INPUT_LEFT_OUT);
      }
      tracking.prepareProbe(options);
      if (options.recording().traceIds()) {
        OpenTelemetryContext.use(instrumentation);
      }
      tracking.registerDump(matched, instrumentation);
      return tracking;
    } catch (Throwable e) {
      discard(files, lock);
      throw e;
    }
  }

  /**
   * Stops the probe and deletes the ledger: a ledger in which nothing will be recorded looks like
   * the ledger of a process that opens nothing.
   */
  private static void discard(LedgerFiles files, LedgerLock lock) {
    try (lock) {
      Probe.stop();
      Files.deleteIfExists(files.ledger());
      Files.deleteIfExists(files.lock());
    } catch (IOException | RuntimeException | VirtualMachineError e) {
      // The files stay in the list of ledgers. This is not reported, because the reason why
      // tracking did not start is more important.
    }
  }

  private void registerDump(MatchedRules matched, Instrumentation instrumentation) {
    ExitDump registered =
        new ExitDump(
            options,
            this,
            matched,
            files,
            lock,
            ledger,
            statistics,
            instrumentation,
            probeRules::isOwnerByConstructor);
    registered.register();
    dump = registered;
  }

  /** The objects that the weaving needs once tracking has started. */
  TrackingStart.Started started() {
    return new TrackingStart.Started(probeRules, statistics, this::addHolder, this::noteNotWoven);
  }

  /**
   * Begins to record.
   *
   * @param flight detects that JDK Flight Recorder begins to record; null if this cannot be
   *     detected
   * @param beans detects that the platform MBean server is created; null if this cannot be detected
   */
  void begin(@Nullable LoadWatch flight, @Nullable LoadWatch beans) {
    Probe.begin();
    if (flight != null) {
      flight.whenLoaded(new FlightStart(ledger.content(), files.ledger()));
    }
    if (beans != null) {
      beans.whenLoaded(bean);
    }
  }

  /** Notifies the test scopes of openings and closes. */
  void watch(TestScopes tests, Instrumentation instrumentation) {
    tests.tracked(
        new ScopeJudge(ledger, files.ledger(), this, new TestEvidence(ledger, instrumentation)));
    ScopeListener.begin(tests, instrumentation);
  }

  /** The ledger of this process. */
  Path ledgerFile() {
    return files.ledger();
  }

  /**
   * Ends tracking while the process runs: from now on, hooks do nothing; the ledger is kept, and
   * there is no dump at exit. Must be called only once.
   *
   * @return false if the process is ending and the dump at exit has already begun
   */
  boolean detach() {
    ExitDump registered = dump;
    if (registered == null || !registered.cancel()) {
      return false;
    }
    dump = null;
    bean.end();
    boolean collectedEnded = collectedEnds();
    Probe.stopForGood();
    if (!HooksAtWork.haveEnded() || !collectedEnded) {
      ledger.gap(Gap.HOOKS_AT_WORK);
    }
    ledger.detached();
    try {
      lock.close();
    } catch (IOException e) {
      // The ledger's header says that tracking has ended, which is enough. The operating system
      // releases the lock when the process ends.
    }
    return true;
  }

  /**
   * Ends the thread that records collected resources.
   *
   * @return whether the thread has ended in time
   */
  private static boolean collectedEnds() {
    try {
      return Probe.watchNoMore(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void prepareProbe(Options options) {
    boolean stacks = options.recording().stacks();
    boolean raw = Probe.prepare(ledger, probeRules, stacks, messages);
    if (stacks && !raw) {
      Console.line(
          "this JVM stores stack traces in an unknown format or truncates them, so the stack"
              + " trace of each event is resolved separately, which is several times slower");
    }
  }

  /**
   * The options for an analysis at this moment. The date is in UTC, so that all machines of a build
   * agree on it.
   */
  @Override
  public AnalysisOptions get() {
    return AnalysisOptions.defaults()
        .typed(LauncherCommand.ofThisProcess())
        .suppressing(decisions.suppressions(), LocalDate.now(ZoneOffset.UTC))
        .against(decisions.baseline())
        .failingOnOwn(options.policy().failOn() == Policy.FailOn.OWN)
        .failingOnUndecided(options.policy().undecidedToo())
        .listing(listsResources());
  }

  private boolean listsResources() {
    for (String target : options.output().dump()) {
      if (!target.equals(Options.STDERR) && ReportFormats.listsResources(target)) {
        return true;
      }
    }
    return false;
  }

  private void addHolder(String className, @Nullable String release) {
    HolderRecord.write(ledger, className, release);
  }

  private void noteNotWoven(@Nullable String className) {
    ledger.gap(Gap.NOT_WOVEN);
    if (className != null) {
      NotWovenRecord.write(ledger.rows(), className);
    }
  }
}
