package io.ttalloc.agent.rules.clause;

import io.ttalloc.agent.rules.AdvisedMethod;
import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.FromRule;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.RuleMapping;
import io.ttalloc.agent.rules.ThrownClass;
import io.ttalloc.probe.Hooks;
import io.ttalloc.yaml.YamlNode;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Methods that may fail, and with what. Woven only with the option {@code inject}, which makes one
 * of their calls fail.
 */
final class ThrowsClause extends MethodsWithValuesClause<ThrowsClause.Failure> {
  private static final String EXCEPTION = "exception";
  private static final String THROWN = "thrown";
  private static final String OF_SYSTEM = "ofSystem";

  /** One method, and what it may throw. */
  record Failure(MethodPattern method, ThrownClass exception) implements Item {}

  ThrowsClause() {
    super("throws", false, EXCEPTION);
  }

  @Override
  protected @Nullable Failure read(MethodPattern method, RuleMapping mapping) {
    YamlNode node = mapping.node(EXCEPTION);
    if (node == null) {
      mapping.wrong(
          mapping.position("method"),
          "'throws' without 'exception'",
          "exception: CLASS as well, " + ThrownClass.SYNTAX);
      return null;
    }
    if (node instanceof YamlNode.Text text && !text.isNothing()) {
      ClassPattern named = ClassPattern.parse(text.text());
      if (named != null && named.kind() == ClassPattern.Kind.CLASS) {
        return new Failure(method, new ThrownClass(named.name(), text.position()));
      }
    }
    mapping.wrong(EXCEPTION, node, ThrownClass.SYNTAX);
    return null;
  }

  @Override
  protected void weave(Failure failure, AdvisedMethod method) {
    method.letFail(Failing.class, THROWN, OF_SYSTEM, failure.exception());
  }

  /**
   * The advice. What the method throws is made here and not by a hook, so that its stack begins
   * with the method, and so that the method's own loader says which class it is.
   */
  static final class Failing {
    private Failing() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.Origin("#t.#m") String method,
        @FromRule(THROWN) Throwable thrown,
        @FromRule(OF_SYSTEM) boolean ofSystem)
        throws Throwable {
      if (Hooks.isToFail(ofSystem)) {
        Throwable made = null;
        Throwable problem = null;
        try {
          made = thrown; // named once, so made once
        } catch (Throwable e) {
          problem = e;
        }
        Hooks.failing(method, made, problem);
        if (made != null) {
          throw made;
        }
      }
    }
  }
}
