package io.ttalloc.agent;

import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.weave.WarmWeaving;
import io.ttalloc.agent.weave.match.WovenSelection;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The rules that the options select. They are read once, and only if they are needed. Thread-safe.
 */
final class StartRules implements WarmWeaving.RuleSource {
  private final Options options;

  /** The rules; null until they are read. Guarded by this. */
  private @Nullable ChosenRules chosen;

  StartRules(Options options) {
    this.options = options;
  }

  /**
   * Whether reading the rules can be deferred: without rule files and without classes to track,
   * there are no mistakes to report now.
   */
  boolean mayWait() {
    return options.choice().rules().isEmpty() && options.choice().track().isNothing();
  }

  /** Reads the rules and reports their problems, unless that has already been done. */
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
   * Whether any of the rules that the options select can be used; the agent's own rules do not
   * count. If the rules have not been read yet, all of them are known to be usable.
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
