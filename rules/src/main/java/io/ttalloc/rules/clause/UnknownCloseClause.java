package io.ttalloc.rules.clause;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.text.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/**
 * Whether the close of an unknown resource is taken as a sign that its opening was missed, or is
 * ignored.
 */
final class UnknownCloseClause extends Clause<String> {
  static final String IGNORE = "ignore";
  private static final String REPORT = "report";

  UnknownCloseClause() {
    super("unknown-close");
  }

  @Override
  public @Nullable String read(RuleMapping rule) {
    YamlNode node = rule.node(name());
    if (node instanceof YamlNode.Text text
        && (text.text().equals(IGNORE) || text.text().equals(REPORT))) {
      return text.text();
    }
    if (node != null) {
      rule.wrong(name(), node, "ignore, or report (the default)");
    }
    return null;
  }

  @Override
  public void describe(String said, ResourceType type) {
    if (said.equals(IGNORE)) {
      type.flag(RecordLayout.TYPE_UNKNOWN_CLOSE_IGNORED);
    }
  }
}
