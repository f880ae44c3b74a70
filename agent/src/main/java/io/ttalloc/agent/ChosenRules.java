package io.ttalloc.agent;

import static java.util.Objects.requireNonNull;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.options.TrackedPackages;
import io.ttalloc.agent.weave.match.WovenSelection;
import io.ttalloc.boot.OwnJar;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.RulePack;
import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.rules.packs.CompiledPacks;
import io.ttalloc.text.Wording;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules that the options select, and the agent's own rules.
 *
 * @param own the rules that come from the user's files
 * @param library classes that packs and rule files declare not to be the user's own code
 * @param complete whether every pack, file and rule that was requested is included
 */
record ChosenRules(List<Rule> rules, List<Rule> own, List<ClassPattern> library, boolean complete) {
  ChosenRules {
    rules = List.copyOf(rules);
    own = List.copyOf(own);
    library = List.copyOf(library);
  }

  /**
   * The classes to weave: those that these rules name, and those that are tracked without a rule.
   */
  WovenSelection selection(TrackedPackages track) {
    return new WovenSelection(rules, own, track);
  }

  /** Reads the rules and reports their problems. */
  static ChosenRules of(Options options) throws IOException {
    List<Rule> rules = new ArrayList<>();
    List<ClassPattern> library = new ArrayList<>();
    boolean complete = true;
    rules.addAll(OwnRules.all());
    List<String> known = new CompiledPacks(OwnJar.of(ChosenRules.class)).names();
    for (String name : options.choice().packs()) {
      if (!known.contains(name) && !name.equals(RulePack.ALL)) {
        complete = false;
        warnUnknown(name, known);
      }
    }
    for (String name : known) {
      if (options.choice().packs().contains(name)
          || options.choice().packs().contains(RulePack.ALL)) {
        RulePack pack = requireNonNull(new CompiledPacks(OwnJar.of(ChosenRules.class)).load(name));
        rules.addAll(wanted(pack, options));
        library.addAll(pack.library());
      }
    }
    FileRules files = new FileRules(options);
    for (String file : options.choice().rules()) {
      complete &= files.add(Path.of(file));
    }
    // The files come last: if two rules are for the same class, the later one wins.
    rules.addAll(files.rules());
    library.addAll(files.library());
    return new ChosenRules(rules, files.rules(), library, complete);
  }

  /** The rules of a pack, without the clauses that the options disable. */
  static List<Rule> wanted(RulePack pack, Options options) {
    List<Rule> wanted = new ArrayList<>(pack.rules().size());
    for (Rule rule : pack.rules()) {
      wanted.add(options.recording().labels() ? rule : rule.without(Clauses.LABEL));
    }
    return wanted;
  }

  private static void warnUnknown(String pack, List<String> packs) {
    List<String> known = new ArrayList<>(packs);
    known.add(RulePack.ALL);
    Console.mistake(
        "packs: unknown pack '" + pack + "', expected " + Wording.oneOf(known, pack),
        "it is ignored");
  }
}
