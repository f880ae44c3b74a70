package io.ttalloc.agent;

import io.ttalloc.agent.command.Launch;
import io.ttalloc.agent.exit.MainThreadEnd;
import io.ttalloc.agent.exit.UntrackedExit;
import io.ttalloc.agent.loading.AotTraining;
import io.ttalloc.agent.loading.LoadWatch;
import io.ttalloc.agent.loading.SecurityChecks;
import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.log.Reason;
import io.ttalloc.agent.options.OptionProblem;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.options.Policy;
import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.origin.MainProgram;
import io.ttalloc.agent.testing.TestScopes;
import io.ttalloc.agent.weave.ClassTransformer;
import io.ttalloc.agent.weave.TrackingStart;
import io.ttalloc.agent.weave.WarmWeaving;
import io.ttalloc.agent.weave.Weaving;
import io.ttalloc.agent.weave.match.MatchedRules;
import io.ttalloc.agent.weave.transform.CachedWeaving;
import io.ttalloc.analysis.decision.Decisions;
import io.ttalloc.boot.BootClasses;
import io.ttalloc.ledger.files.LedgerDirectory;
import io.ttalloc.text.yaml.Problem;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Starts the agent: reads options and rules and installs the weaving; when the first class matches,
 * chooses the ledger's directory, defines the boot classes and starts {@link Tracking}.
 *
 * <p>Does not refer to any class of the boot image, so that the JVM can verify this class before
 * the classes of the boot image are defined.
 */
final class AgentStart implements TrackingStart, Runnable {
  private static final String NOT_STARTED = "tracking could not start";

  private final Instrumentation instrumentation;
  private final Options options;
  private final CacheKeys keys;
  private final StartRules rules;
  private final Decisions decisions;
  private final Launch launch;
  private final boolean late;
  private final CodeOrigins origins = new CodeOrigins(MainProgram.read());
  private final AtomicBoolean startedOrEnded = new AtomicBoolean();
  private final AtomicBoolean begun = new AtomicBoolean();

  private volatile @Nullable LoadWatch flight;
  private volatile @Nullable LoadWatch beans;
  private volatile @Nullable ClassTransformer weaving;
  private volatile @Nullable UntrackedExit untracked;
  private volatile @Nullable Tracking tracking;
  private volatile boolean failed;
  private volatile @Nullable LedgerDirectory directory;
  private volatile boolean detached;

  /** Whether every option and rule that the user gave is in effect. */
  private volatile boolean complete;

  /** The facts about code that the ledger records; set before any class can be woven. */
  private volatile byte[] codeFacts = {};

  /** Guarded by this. */
  private @Nullable CachedWeaving cache;

  /** The test scopes; null if no test framework has asked for them. Guarded by {@link #begun}. */
  private @Nullable TestScopes tests;

  /** Whether the probe records; guarded by {@link #begun}. */
  private boolean recording;

  /** Whether the test scopes are notified; guarded by {@link #begun}. */
  private boolean watched;

  private AgentStart(
      Instrumentation instrumentation,
      Options options,
      CacheKeys keys,
      StartRules rules,
      Decisions decisions,
      Launch launch,
      boolean late) {
    this.instrumentation = instrumentation;
    this.options = options;
    this.keys = keys;
    this.rules = rules;
    this.decisions = decisions;
    this.launch = launch;
    this.late = late;
  }

  /**
   * Starts the agent with the options on the command line and in the environment of this process.
   *
   * @param late whether the application is already running
   */
  static AgentStart run(@Nullable String argument, Instrumentation instrumentation, boolean late)
      throws IOException {
    Options options = Options.parse(argument, System.getenv());
    for (OptionProblem problem : options.problems()) {
      Console.line(problem.line());
    }
    if (options.output().help()) {
      Console.write(Options.helpText());
    }
    try {
      AgentStart start = of(options, instrumentation, late);
      int unused = start.install();
      return start;
    } catch (Throwable e) {
      BootClasses.openInternals(instrumentation);
      UntrackedExit.atExit(options.policy(), NOT_STARTED);
      throw e;
    }
  }

  /**
   * Creates a start that has not changed anything in the process yet. Reads the suppressions and
   * the baseline, and reports problems. Also reads the rules, unless reading them can wait until it
   * is known whether they are needed.
   */
  static AgentStart of(Options options, Instrumentation instrumentation, boolean late)
      throws IOException {
    if (options.output().verbose()) {
      AgentLog.beVerbose();
    }
    CacheKeys keys = CacheKeys.of(options);
    StartRules rules = new StartRules(options);
    if (late || !rules.mayWait()) {
      ChosenRules ignored = rules.get();
    }
    Decisions decisions = decisions(options.policy());
    return new AgentStart(
        instrumentation, options, keys, rules, decisions, Launch.read(late), late);
  }

  /**
   * Weaves the classes that are already loaded, and installs the transformer for those loaded
   * later.
   *
   * @return how many loaded classes were woven
   */
  int install() {
    BootClasses.openInternals(instrumentation);
    MainThreadEnd.prepare(late);
    UntrackedExit.reportAtExit(this);
    ClassTransformer made = transformer();
    weaving = made;
    if (!complete) {
      untracked =
          UntrackedExit.atExit(
              options.policy(), "some options or rules were ignored, and nothing was tracked");
    }
    return made.install(instrumentation);
  }

  private ClassTransformer transformer() {
    boolean mayUseImage =
        !late && rules.mayWait() && !SecurityChecks.areMade() && AotTraining.recordedBy() == null;
    WarmWeaving warm = mayUseImage ? WarmWeaving.of(cache(), this, origins, rules) : null;
    if (warm != null) {
      complete = options.problems().isEmpty();
      codeFacts = warm.codeFacts();
      return warm;
    }
    ChosenRules chosen = rules.get();
    complete = options.problems().isEmpty() && chosen.complete();
    codeFacts = CodeFacts.of(chosen);
    Weaving weaves = new Weaving(rules.read(), this, origins);
    if (mayUseImage && chosen.complete()) {
      weaves.keepForStart(codeFacts);
    }
    return weaves;
  }

  /** The options that apply. */
  Options options() {
    return options;
  }

  /** Whether the application was already running when the agent started. */
  boolean isLate() {
    return late;
  }

  /** The ledger; null if tracking has not started. */
  @Nullable Path ledger() {
    Tracking now = tracking;
    return now == null ? null : now.ledgerFile();
  }

  /** Whether no class has matched so far. */
  boolean isWaiting() {
    return !startedOrEnded.get();
  }

  /** Whether tracking failed to start; the failure has then been reported. */
  boolean hasFailed() {
    return failed;
  }

  /** The names of classes that rules name but that could not be woven. */
  List<String> notWoven() {
    MatchedRules matched = weaving;
    return matched == null ? List.of() : matched.notWoven();
  }

  /**
   * Abandons this start if it has woven nothing, so that another start can replace it.
   *
   * @return false if this start tracks, or is about to
   */
  boolean retire() {
    if (!startedOrEnded.compareAndSet(false, true) && !failed) {
      return false;
    }
    UntrackedExit.leaveToDump(untracked);
    // Drops the reference to this start, so that repeated attaching and detaching leaks nothing.
    UntrackedExit.reportAtExit(null);
    LoadWatch.end(flight, instrumentation);
    LoadWatch.end(beans, instrumentation);
    ClassTransformer made = weaving;
    if (made != null) {
      boolean unused = instrumentation.removeTransformer(made);
      made.end();
    }
    return true;
  }

  /**
   * Ends tracking for good.
   *
   * @return false if tracking never started or the process is ending
   */
  boolean detach() {
    Tracking now = tracking;
    detached = now != null && now.detach();
    if (detached) {
      UntrackedExit.atExit(options.policy(), "tracking was ended by detach");
    }
    return detached;
  }

  @Override
  public boolean hasEnded() {
    return detached;
  }

  @Override
  public void begin() {
    Tracking now = tracking;
    if (now != null && begun.compareAndSet(false, true)) {
      // The two watches are not installed earlier, because every class that is loaded passes
      // through them.
      flight = LoadWatch.install(instrumentation, LoadWatch.FIRST_RECORDING, "tt-alloc-flight");
      beans = LoadWatch.install(instrumentation, LoadWatch.PLATFORM_BEAN_SERVER, "tt-alloc-jmx");
      now.begin(flight, beans);
      synchronized (begun) {
        recording = true;
      }
      watchForTests();
    }
  }

  /**
   * If recording has begun and a test framework has asked for test scopes, starts to notify the
   * test scopes of events. The lock is released before {@link Tracking#watch} is called.
   */
  private void watchForTests() {
    Tracking now = tracking;
    TestScopes made;
    synchronized (begun) {
      made = watched || !recording ? null : tests;
      watched = made != null || watched;
    }
    if (made != null && now != null) {
      now.watch(made, instrumentation);
    }
  }

  /** The test scopes of this process. */
  TestScopes testScopes() {
    TestScopes made;
    synchronized (begun) {
      if (tests == null) {
        tests = new TestScopes();
      }
      made = tests;
    }
    watchForTests();
    return made;
  }

  /**
   * Reads the suppressions and the baseline now, so that problems are reported at once and no file
   * is read while the process ends.
   */
  private static Decisions decisions(Policy policy) {
    Decisions read = Decisions.read(policy.suppress(), policy.baseline());
    for (Problem problem : read.problems()) {
      Console.mistake(problem.what(), problem.consequence());
    }
    return read;
  }

  @Override
  public @Nullable Started start(MatchedRules matched) {
    if (!startedOrEnded.compareAndSet(false, true)) {
      // The application's shutdown hooks have ended, or this start has been retired.
      return null;
    }
    UntrackedExit.leaveToDump(untracked);
    Tracking now = track(matched);
    tracking = now;
    failed = now == null;
    return now == null ? null : now.started();
  }

  private @Nullable Tracking track(MatchedRules matched) {
    try {
      LedgerDirectory chosen = directory();
      if (chosen instanceof LedgerDirectory.Refused refused) {
        String option = options.output().dir() == null ? "" : "dir: ";
        Console.line(
            option
                + refused.reason()
                + ": tracking is off and the application runs"
                + " without it");
        untracked = UntrackedExit.atExit(options.policy(), NOT_STARTED);
        return null;
      }
      BootClasses.define(instrumentation);
      return Tracking.start(
          options,
          codeFacts,
          decisions,
          matched,
          origins,
          ((LedgerDirectory.Chosen) chosen).directory(),
          launch,
          late,
          complete,
          instrumentation);
    } catch (IOException | RuntimeException | LinkageError | VirtualMachineError e) {
      Console.line(
          "tracking could not start ("
              + Reason.of(e)
              + "): tracking is off and the application"
              + " runs without it");
      untracked = UntrackedExit.atExit(options.policy(), NOT_STARTED);
      return null;
    }
  }

  private LedgerDirectory directory() {
    LedgerDirectory chosen = directory;
    if (chosen == null) {
      chosen = LedgerDirectory.choose(options.output().dir());
      directory = chosen;
    }
    return chosen;
  }

  @Override
  public synchronized CachedWeaving cache() {
    CachedWeaving known = cache;
    if (known == null) {
      String key = keys.ofJdk();
      known =
          key != null && directory() instanceof LedgerDirectory.Chosen chosen
              ? CachedWeaving.in(chosen.directory(), key, CacheKeys.ofProgram(key))
              : CachedWeaving.NONE;
      cache = known;
    }
    return known;
  }

  /**
   * Not synchronized: at worst, two threads each register a task to run at exit, and the first of
   * these tasks to run ends the process.
   */
  @Override
  public void missed() {
    if (untracked != null || !options.policy().replacesStatus()) {
      return;
    }
    untracked =
        UntrackedExit.atExit(
            options.policy(), "a class named by a rule could not be woven, so nothing was tracked");
  }

  /** Reports at exit that tracking never started. */
  @Override
  public void run() {
    if (!startedOrEnded.compareAndSet(false, true)) {
      return;
    }
    MatchedRules matched = weaving;
    Console.beginEnd();
    if (matched != null) {
      matched.giveUpUnseen();
    }
    NothingTracked.report(options, rules.areUsable(), notWoven());
    if (matched != null) {
      matched.saveWoven();
    }
  }
}
