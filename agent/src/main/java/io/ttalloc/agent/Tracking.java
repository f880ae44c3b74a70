package io.ttalloc.agent;

import io.ttalloc.agent.command.CommandLine;
import io.ttalloc.agent.command.Launch;
import io.ttalloc.agent.exit.ExitDump;
import io.ttalloc.agent.exit.StatisticsSampler;
import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.clause.Clauses;
import io.ttalloc.agent.trace.TraceChoice;
import io.ttalloc.agent.weave.MatchedRules;
import io.ttalloc.agent.weave.TrackingStart;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.decision.Decisions;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.LedgerHeader;
import io.ttalloc.ledger.LedgerWriter;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.files.Marks;
import io.ttalloc.ledger.files.ResidentMemory;
import io.ttalloc.probe.Probe;
import io.ttalloc.probe.ProbeListener;
import io.ttalloc.probe.ProbeRules;
import io.ttalloc.probe.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Puts ledger, probe, weaving and the dump at exit together. */
final class Tracking implements ProbeListener {
  private final long pid;
  private final LedgerFiles files;
  private final StatisticsSampler statistics;
  private final long clockBaseNanos;
  private final Instant clockBase;

  /** Said once; that two threads may each say it does no harm. */
  private boolean marksFull;

  /** For an analysis now; days are those of UTC, the same for every machine of a build. */
  private static AnalysisOptions analysisOptions(Decisions decisions) {
    return AnalysisOptions.defaults()
        .suppressing(decisions.suppressions(), LocalDate.now(ZoneOffset.UTC))
        .against(decisions.baseline());
  }

  private Tracking(
      long pid, LedgerFiles files, LedgerWriter ledger, long clockBaseNanos, Instant clockBase) {
    this.pid = pid;
    this.files = files;
    this.statistics = new StatisticsSampler(ledger);
    this.clockBaseNanos = clockBaseNanos;
    this.clockBase = clockBase;
  }

  /** Starts tracking; every rule's names of sites go into the ledger at once. */
  static TrackingStart.Started start(
      Options options,
      ChosenRules rules,
      Decisions decisions,
      MatchedRules matched,
      Path directory,
      Launch launch,
      boolean late)
      throws IOException {
    ThisProcess process = ThisProcess.read();
    LedgerFiles files = LedgerFiles.fresh(directory, process.pid(), process.startedMillis());
    // Held for life; the system frees it, whatever the end.
    LedgerLock lock = LedgerLock.hold(files.lock());
    Instant clockBase = Instant.now();
    long clockBaseNanos = System.nanoTime();
    boolean stacks = options.capture() == Options.Capture.FULL;
    files.createLedger();
    LedgerWriter ledger =
        new LedgerWriter(
            files.ledger().toFile(),
            new LedgerHeader(
                process.pid(),
                process.startedMillis(),
                clockBaseNanos,
                clockBase.getEpochSecond() * 1_000_000_000L + clockBase.getNano(),
                CommandLine.of(options.command(), process.command(), launch),
                System.getProperty("java.vm.name", "?")
                    + " "
                    + System.getProperty("java.runtime.version", "?"),
                late,
                stacks),
            options.historyEvents());
    Tracking tracking = new Tracking(process.pid(), files, ledger, clockBaseNanos, clockBase);
    ProbeRules probeRules = new ProbeRules();
    if (!rules.complete()) {
      ledger.gap(Gap.RULES_LEFT_OUT);
    }
    for (Rule rule : rules.rules()) {
      Clauses.sitesOf(rule)
          .forEach((method, site) -> ledger.site(rule.classes().name(), method, site));
    }
    Trace trace = TraceChoice.of(options.trace(), rules.rules(), stacks, clockBase);
    boolean raw = Probe.start(ledger, probeRules, stacks, trace, tracking);
    if (stacks && !raw) {
      AgentLog.of("probe").info("stacks are resolved at every event: raw keys do not work here");
    }
    new ExitDump(
            options,
            () -> analysisOptions(decisions),
            matched,
            files,
            lock,
            ledger,
            tracking.statistics)
        .register();
    return new TrackingStart.Started(
        probeRules,
        tracking.statistics,
        // No lambda: it would link inside class loading.
        new Runnable() {
          @Override
          public void run() {
            ledger.gap(Gap.NOT_WOVEN);
          }
        });
  }

  @Override
  public void marked(String name) {
    try {
      statistics.sample();
      // From the ledger's own clock: a mark and the openings around it must not change places.
      Instant at = clockBase.plusNanos(System.nanoTime() - clockBaseNanos);
      if (!Marks.append(files.marks(), at, ResidentMemory.ofProcess(pid), name) && !marksFull) {
        marksFull = true;
        Console.line(
            files.marks()
                + " has "
                + Marks.MAX_BYTES
                + " bytes, which is as long as it may be: the mark '"
                + name
                + "' and all later ones are lost");
      }
    } catch (IOException e) {
      Console.line("the mark '" + name + "' could not be set in " + files.marks() + ": " + e);
    }
  }

  @Override
  public void failed(Throwable thrown) {
    Console.line(
        "an event could not be recorded (%s); the report will say how many could not"
            .formatted(described(thrown)));
    AgentLog.of("probe").info("the first error in a hook", thrown);
  }

  @Override
  public void attributeThrew(Throwable thrown) {
    Console.line(
        "the application threw where a rule reads an attribute of what is opened (%s); such attributes count as absent"
            .formatted(described(thrown)));
    AgentLog.of("probe").info("the first error in an attribute", thrown);
  }

  /** Without its message, which may name what is nobody's business. */
  private static String described(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    String name = thrown.getClass().getName();
    return trace.length == 0 ? name : name + " at " + trace[0];
  }

  @Override
  public void switchedOff(int errors) {
    Console.line(
        "tracking has switched itself off after " + errors + (errors == 1 ? " error" : " errors"));
  }
}
