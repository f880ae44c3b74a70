package io.ttalloc.agent;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.RulePack;
import io.ttalloc.agent.rules.packs.CompiledPacks;
import io.ttalloc.agent.rules.packs.KnownPack;
import io.ttalloc.agent.weave.RulesOnSight;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The packs that {@code packs=auto} adds, each when a class is loaded by which it is known. Until
 * then only their names are read. Thread-safe.
 */
final class AutoPacks implements RulesOnSight {
  /** Is told of each pack that is added. */
  interface Sink {
    void added(RulePack pack);
  }

  /** Replaced by one thread at a time, never changed. */
  private volatile WaitingPacks waiting;

  /** Those that were added; guarded by this. */
  private final List<RulePack> added = new ArrayList<>(0);

  /** Guarded by this. */
  private @Nullable Sink sink;

  private final Options options;

  private AutoPacks(List<KnownPack> waiting, Options options) {
    this.waiting = new WaitingPacks(waiting);
    this.options = options;
  }

  /**
   * The packs that options leave to be added; none unless {@code auto} is among the packs.
   *
   * @throws IOException the agent's jar cannot be read
   */
  static AutoPacks of(Options options) throws IOException {
    List<KnownPack> waiting = new ArrayList<>();
    if (options.packs().contains(Options.ON_SIGHT)) {
      for (KnownPack pack : CompiledPacks.known()) {
        if (!options.packs().contains(pack.name())) {
          waiting.add(pack);
        }
      }
    }
    return new AutoPacks(waiting, options);
  }

  /** As the transformer takes it. */
  RulesOnSight onSight() {
    return waiting.all().isEmpty() ? RulesOnSight.NONE : this;
  }

  @Override
  public boolean waitsFor(String name) {
    return waiting.areKnownBy(name);
  }

  @Override
  public boolean seen(String name, RulesOnSight.Sink sink) {
    List<KnownPack> before = waiting.all();
    List<KnownPack> left = new ArrayList<>(before.size());
    List<Rule> found = new ArrayList<>();
    for (KnownPack pack : before) {
      if (pack.knownFrom(name) == null) {
        left.add(pack);
      } else {
        found.addAll(rulesOf(pack));
      }
    }
    if (left.size() == before.size()) {
      return false;
    }
    sink.add(found);
    waiting = new WaitingPacks(left);
    return true;
  }

  private List<Rule> rulesOf(KnownPack known) {
    try {
      RulePack pack = CompiledPacks.load(known.name());
      if (pack == null) {
        throw new IOException("it is not there");
      }
      add(pack);
      return ChosenRules.wanted(pack, options);
    } catch (IOException | RuntimeException | LinkageError e) {
      Console.line(
          "packs: '"
              + known.name()
              + "' could not be added ("
              + e
              + "), expected the whole jar of the agent; it is ignored");
      return List.of();
    }
  }

  private synchronized void add(RulePack pack) {
    added.add(pack);
    Sink now = sink;
    if (now != null) {
      now.added(pack);
    }
  }

  /** Tells of the packs that were added, and of each that will be. */
  synchronized void connect(Sink to) {
    sink = to;
    for (RulePack pack : added) {
      to.added(pack);
    }
  }

  /** The rules of the packs that were added so far. */
  synchronized List<Rule> rules() {
    List<Rule> rules = new ArrayList<>();
    for (RulePack pack : added) {
      rules.addAll(ChosenRules.wanted(pack, options));
    }
    return rules;
  }
}
