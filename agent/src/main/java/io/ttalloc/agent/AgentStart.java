package io.ttalloc.agent;

import io.ttalloc.agent.boot.BootClasses;
import io.ttalloc.agent.command.Launch;
import io.ttalloc.agent.exit.UntrackedExit;
import io.ttalloc.agent.flight.FlightWatch;
import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.options.Policy;
import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.origin.MainProgram;
import io.ttalloc.agent.weave.MatchedRules;
import io.ttalloc.agent.weave.TrackingStart;
import io.ttalloc.agent.weave.Weaving;
import io.ttalloc.analysis.decision.Decisions;
import io.ttalloc.ledger.files.LedgerDirectory;
import io.ttalloc.yaml.Problem;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Starts the agent: options, rules, weaving; and, when the first class matches, the directory, the
 * boot classes and {@link Tracking}.
 *
 * <p>Refers to no class of the boot image, so that it can be verified before those are defined.
 */
final class AgentStart implements TrackingStart, Runnable {
  private static final int MOST_NAMED = 5;
  private static final String NOT_STARTED = "tracking could not start";

  private final Instrumentation instrumentation;
  private final Options options;
  private final ChosenRules rules;
  private final Decisions decisions;
  private final Launch launch;
  private final boolean late;
  private final CodeOrigins origins = new CodeOrigins(MainProgram.read());
  private final AtomicBoolean startedOrEnded = new AtomicBoolean();

  private volatile @Nullable FlightWatch flight;
  private volatile @Nullable MatchedRules weaving;
  private volatile @Nullable UntrackedExit untracked;

  private AgentStart(
      Instrumentation instrumentation,
      Options options,
      ChosenRules rules,
      Decisions decisions,
      Launch launch,
      boolean late) {
    this.instrumentation = instrumentation;
    this.options = options;
    this.rules = rules;
    this.decisions = decisions;
    this.launch = launch;
    this.late = late;
  }

  static void run(@Nullable String argument, Instrumentation instrumentation, boolean late)
      throws IOException {
    Options.Parsed parsed = Options.parse(argument, System.getenv());
    Options options = parsed.options();
    for (String problem : parsed.problems()) {
      Console.line(problem);
    }
    if (options.help()) {
      Console.write(Options.helpText());
    }
    if (options.verbose()) {
      AgentLog.beVerbose();
    }
    try {
      ChosenRules rules = ChosenRules.of(options);
      AgentStart start =
          new AgentStart(
              instrumentation,
              options,
              rules,
              decisions(options.policy()),
              Launch.read(late),
              late);
      BootClasses.openInternals(instrumentation);
      UntrackedExit.tellAtExit(start);
      if (!rules.complete()) {
        start.untracked =
            UntrackedExit.atExit(options.policy(), "rules were left out, and nothing was tracked");
      }
      start.flight = FlightWatch.install(instrumentation, late);
      Weaving weaving = new Weaving(rules.rules(), start, start.origins);
      start.weaving = weaving;
      weaving.install(instrumentation);
    } catch (Throwable e) {
      BootClasses.openInternals(instrumentation);
      UntrackedExit.atExit(options.policy(), NOT_STARTED);
      throw e;
    }
  }

  /** Read now, so that problems are told at once and no file is read while the process ends. */
  private static Decisions decisions(Policy policy) {
    Decisions read = Decisions.read(policy.suppress(), policy.baseline());
    for (Problem problem : read.problems()) {
      Console.line(problem.line());
    }
    return read;
  }

  @Override
  public @Nullable Started start(MatchedRules matched) {
    if (!startedOrEnded.compareAndSet(false, true)) {
      // The application's shutdown hooks have ended.
      return null;
    }
    UntrackedExit end = untracked;
    if (end != null) {
      end.leaveToDump();
    }
    try {
      LedgerDirectory directory = LedgerDirectory.choose(options.dir());
      if (directory instanceof LedgerDirectory.Refused refused) {
        String option = options.dir() == null ? "" : "dir: ";
        Console.line(option + refused.reason() + ": tracking is off, the application runs");
        UntrackedExit.atExit(options.policy(), NOT_STARTED);
        return null;
      }
      BootClasses.define(instrumentation);
      return Tracking.start(
          options,
          rules,
          decisions,
          matched,
          origins,
          ((LedgerDirectory.Chosen) directory).directory(),
          launch,
          late,
          instrumentation,
          flight);
    } catch (IOException | RuntimeException | LinkageError | VirtualMachineError e) {
      Console.line("tracking could not start (" + e + "): tracking is off, the application runs");
      UntrackedExit.atExit(options.policy(), NOT_STARTED);
      return null;
    }
  }

  /** Two threads may register an exit each: whichever runs first ends the process. */
  @Override
  public void missed() {
    if (untracked != null || !options.policy().failOnLeak()) {
      return;
    }
    untracked =
        UntrackedExit.atExit(
            options.policy(),
            "a class that a rule names could not be woven, and nothing was tracked");
  }

  /** Reports at exit that tracking never started. */
  @Override
  public void run() {
    if (!startedOrEnded.compareAndSet(false, true)) {
      return;
    }
    List<String> asked = new ArrayList<>();
    if (!options.packs().isEmpty()) {
      asked.add("packs=" + String.join(",", options.packs()));
    }
    if (!options.rules().isEmpty()) {
      asked.add("rules=" + String.join(",", options.rules()));
    }
    MatchedRules matched = weaving;
    Console.beginEnd();
    if (matched != null) {
      matched.giveUpUnseen();
    }
    List<String> classes = matched == null ? List.of() : matched.notWoven();
    Console.line(
        "nothing was tracked: "
            + (classes.isEmpty() ? withoutClasses() : notWoven(classes))
            + " ("
            + String.join(", ", asked)
            + ")");
  }

  /** If none of the user's rules can be used, the only rule is the agent's own. */
  private String withoutClasses() {
    return rules.complete() || rules.rules().size() > 1
        ? "no class was loaded that a rule names"
        : "no rule could be used";
  }

  /** Why each of them could not be woven has been reported already. */
  private static String notWoven(List<String> classes) {
    int count = classes.size();
    int named = Math.min(count, MOST_NAMED);
    return count
        + (count == MatchedRules.MOST_CLASSES ? " or more" : "")
        + (count == 1 ? " class that a rule names was" : " classes that rules name were")
        + " loaded, but nothing in "
        + (count == 1 ? "it" : "them")
        + " could be woven: "
        + String.join(", ", classes.subList(0, named))
        + (count > named ? " and " + (count - named) + " more" : "");
  }
}
