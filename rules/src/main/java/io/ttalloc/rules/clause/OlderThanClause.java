package io.ttalloc.rules.clause;

import io.ttalloc.rules.Clause;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.text.TimeSpan;
import io.ttalloc.text.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/**
 * How long a resource may be open while the process runs, in nanoseconds; negative for no limit.
 */
final class OlderThanClause extends Clause<Long> {
  private static final String NEVER = "never";
  private static final long ANY_TIME = -1;

  OlderThanClause() {
    super("older-than");
  }

  @Override
  public @Nullable Long read(RuleMapping rule) {
    YamlNode node = rule.node(name());
    if (node instanceof YamlNode.Text text) {
      boolean never = text.text().equals(NEVER);
      long nanos = never ? ANY_TIME : TimeSpan.parse(text.text());
      if (nanos != 0) {
        return isOfAgingType(rule) ? nanos : null;
      }
    }
    if (node != null) {
      rule.wrong(name(), node, "never, or " + TimeSpan.SYNTAX);
    }
    return null;
  }

  /**
   * Whether the limit can have an effect; if not, adds a problem. Without this check, users would
   * conclude that no resource is ever overdue.
   */
  private boolean isOfAgingType(RuleMapping rule) {
    boolean opens = rule.has(OpenClause.OPEN);
    boolean holds = HolderClause.isOfHolder(rule);
    if (!opens) {
      rule.wrong(
          rule.position(name()),
          "'" + name() + "' without 'open'",
          "open: METHODS as well, since only resources that are opened have an age");
    } else if (holds) {
      rule.wrong(
          rule.position(name()),
          "'" + name() + "' for a holder",
          "no 'older-than', since a cache or pool may stay open indefinitely");
    }
    return opens && !holds;
  }

  @Override
  public void describe(Long nanos, ResourceType type) {
    type.openAtMost(nanos);
  }
}
