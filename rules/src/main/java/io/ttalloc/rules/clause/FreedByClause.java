package io.ttalloc.rules.clause;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.ResourceType;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.text.yaml.YamlNode;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The call, as shown in reports, that frees a resource or, if the resource is a cache, its
 * contents: {@code clear()} on the resource itself, {@code owner.clear()} on its owner, or {@code
 * Pool.clear()} on an object of the class {@code Pool}. The last form is for a resource that is
 * internal to a library, and that the program uses through a {@code Pool}.
 */
final class FreedByClause extends Clause<String> {
  /** The simple name of a class in front of the method's name. */
  private static final Pattern OF_CLASS =
      Pattern.compile("^\\p{javaUpperCase}\\p{javaJavaIdentifierPart}*\\.");

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
              : OF_CLASS.matcher(call).replaceFirst("");
      MethodPattern method = MethodPattern.parse(onIt, text.position());
      if (method != null && !method.isConstructor() && method.name().concat("()").equals(onIt)) {
        return call;
      }
    }
    if (node != null) {
      rule.wrong(
          name(),
          node,
          "NAME() for a call on the object itself, owner.NAME() for one on its owner, or"
              + " Class.NAME() for one on an object of the class named Class");
    }
    return null;
  }

  @Override
  public void describe(String call, ResourceType type) {
    type.freedBy(call);
  }
}
