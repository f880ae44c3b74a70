package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.Clause;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.ResourceType;
import io.ttalloc.agent.rules.RuleMapping;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/**
 * The call that frees the resource or, of a cache, what it holds, as reports are to name it: {@code
 * clear()} on the resource, {@code owner.clear()} on what owns it.
 */
final class FreedByClause extends Clause<String> {
  FreedByClause() {
    super("freed-by");
  }

  @Override
  public @Nullable String read(RuleMapping rule) {
    YamlNode node = rule.node(name());
    if (node instanceof YamlNode.Text text && !text.isNothing()) {
      String call = text.text();
      String onIt =
          call.startsWith(RecordLayout.RELEASE_ON_OWNER)
              ? call.substring(RecordLayout.RELEASE_ON_OWNER.length())
              : call;
      MethodPattern method = MethodPattern.parse(onIt, text.position());
      if (method != null && !method.isConstructor() && method.name().concat("()").equals(onIt)) {
        return call;
      }
    }
    if (node != null) {
      rule.wrong(
          name(), node, "a call NAME() of the object itself, or owner.NAME() of what owns it");
    }
    return null;
  }

  @Override
  public void describe(String call, ResourceType type) {
    type.freedBy(call);
  }
}
