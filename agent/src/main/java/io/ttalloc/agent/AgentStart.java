package io.ttalloc.agent;

import io.ttalloc.agent.boot.BootClasses;
import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.ledger.files.LedgerDirectory;
import java.lang.instrument.Instrumentation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Starts tracking: options, rules, directory, boot classes, then {@link Tracking}.
 *
 * <p>Names no class that the boot image brings, so that it can be verified before they are there.
 */
final class AgentStart {
  private AgentStart() {}

  static void run(@Nullable String argument, Instrumentation instrumentation, boolean late)
      throws Exception {
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
    LedgerDirectory place = LedgerDirectory.choose(options.dir());
    if (place instanceof LedgerDirectory.Refused refused) {
      Console.line(refused.reason() + ": tracking is off, the application runs");
      return;
    }
    BootClasses.define(instrumentation);
    Tracking.start(
        instrumentation, options, rules, ((LedgerDirectory.Chosen) place).directory(), late);
  }
}
