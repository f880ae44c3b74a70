package io.ttalloc.agent;

import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.weave.WarmWeaving;
import io.ttalloc.agent.weave.match.WovenSelection;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The rules that the options ask for, which are read once, and only if they are needed.
 * Thread-safe.
 */
final class StartRules implements WarmWeaving.RuleSource {
  private final Options options;

  /** Guarded by this. */
  private @Nullable ChosenRules chosen;

  StartRules(Options options) {
    this.options = options;
  }

  /** Whether they may be read later: nothing about them has to be reported now. */
  boolean mayWait() {
    return options.choice().rules().isEmpty() && options.choice().track().isNothing();
  }

  /** Reads them, and reports problems, unless that has been done. */
  synchronized ChosenRules get() {
    ChosenRules known = chosen;
    if (known == null) {
      try {
        known = ChosenRules.of(options);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      chosen = known;
    }
    return known;
  }

  /**
   * Whether any of those that the options ask for can be used: the agent has rules of its own, too.
   * That all can be is known where they were not read.
   */
  synchronized boolean areUsable() {
    ChosenRules known = chosen;
    return known == null || known.complete() || known.rules().size() > OwnRules.all().size();
  }

  @Override
  public WovenSelection read() {
    return get().selection(options.choice().track());
  }

  @Override
  public byte[] codeFacts() {
    return CodeFacts.of(get());
  }
}
