package io.ttalloc.agent;

import io.ttalloc.agent.boot.BootClasses;
import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.weave.MatchedRules;
import io.ttalloc.agent.weave.TrackingStart;
import io.ttalloc.agent.weave.Weaving;
import io.ttalloc.ledger.files.LedgerDirectory;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Starts the agent: options, rules, weaving; and, when the first class matches, the directory, the
 * boot classes and {@link Tracking}.
 *
 * <p>Names no class that the boot image brings, so that it can be verified before they are there.
 */
final class AgentStart implements TrackingStart, Runnable {
  private final Instrumentation instrumentation;
  private final Options options;
  private final List<Rule> rules;
  private final ChosenPolicy policy;
  private final boolean late;
  private final Thread atEnd = new Thread(this, "tt-alloc-end");

  private AgentStart(
      Instrumentation instrumentation,
      Options options,
      List<Rule> rules,
      ChosenPolicy policy,
      boolean late) {
    this.instrumentation = instrumentation;
    this.options = options;
    this.rules = rules;
    this.policy = policy;
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
    List<Rule> rules = ChosenRules.of(options);
    AgentStart start =
        new AgentStart(instrumentation, options, rules, ChosenPolicy.of(options.policy()), late);
    Runtime.getRuntime().addShutdownHook(start.atEnd);
    new Weaving(rules, start).install(instrumentation);
  }

  @Override
  public @Nullable Started start(MatchedRules matched) {
    if (endHasBegun()) {
      return null;
    }
    try {
      LedgerDirectory place = LedgerDirectory.choose(options.dir());
      if (place instanceof LedgerDirectory.Refused refused) {
        Console.line(refused.reason() + ": tracking is off, the application runs");
        return null;
      }
      BootClasses.define(instrumentation);
      return Tracking.start(
          options, rules, policy, matched, ((LedgerDirectory.Chosen) place).directory(), late);
    } catch (IOException | RuntimeException | LinkageError e) {
      Console.line("tracking could not start (" + e + "): tracking is off, the application runs");
      return null;
    }
  }

  /**
   * Whether shutdown hooks run. From then on no dump can be arranged, so nothing is worth tracking:
   * what a hook is the first to open is left alone. Else takes the hook back that says so.
   */
  private boolean endHasBegun() {
    try {
      Runtime.getRuntime().removeShutdownHook(atEnd);
      return false;
    } catch (IllegalStateException shutdown) {
      return true;
    }
  }

  /** At exit: what never started has something to say, too. */
  @Override
  public void run() {
    List<String> asked = new ArrayList<>();
    if (!options.packs().isEmpty()) {
      asked.add("packs=" + String.join(",", options.packs()));
    }
    if (!options.rules().isEmpty()) {
      asked.add("rules=" + String.join(",", options.rules()));
    }
    Console.line(
        "nothing was tracked: no class was loaded that a rule names ("
            + String.join(", ", asked)
            + ")");
  }
}
