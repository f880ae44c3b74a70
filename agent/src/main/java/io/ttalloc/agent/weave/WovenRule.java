package io.ttalloc.agent.weave;

import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.probe.ProbeRules;
import io.ttalloc.probe.ProbeRules.Scope;
import io.ttalloc.probe.ProbeRules.ScopeKind;
import org.jspecify.annotations.Nullable;

/**
 * A rule with the index under which the probe knows its type.
 *
 * @param type index of the type; -1 if the rule neither opens nor closes
 */
record WovenRule(Rule rule, int type, ProbeRules probeRules) {
  static WovenRule of(Rule rule, ProbeRules probeRules) {
    if (rule.open().isEmpty() && rule.close().isEmpty()) {
      return new WovenRule(rule, -1, probeRules);
    }
    Rule.Attributes attributes = rule.attributes();
    int flags =
        (rule.holder() ? RecordLayout.TYPE_HOLDER : 0)
            | (rule.scope().isEmpty() ? 0 : RecordLayout.TYPE_OWNER)
            | (attributes.bytes() == null ? 0 : RecordLayout.TYPE_HAS_BYTES)
            | (byConstructor(rule) ? RecordLayout.TYPE_BY_CONSTRUCTOR : 0)
            | (rule.freesOwned() ? RecordLayout.TYPE_FREES_OWNED : 0);
    int slotFlags =
        (attributes.address() == null ? 0 : SlotLayout.FLAG_HAS_ADDRESS)
            | (attributes.device() == null ? 0 : SlotLayout.FLAG_HAS_DEVICE);
    String name = rule.type() == null ? rule.classes().toString() : rule.type();
    int index =
        probeRules.add(
            new ProbeRules.Type(name, flags, slotFlags, rule.idempotent(), freedBy(rule)));
    return new WovenRule(rule, index, probeRules);
  }

  private static boolean byConstructor(Rule rule) {
    for (MethodPattern pattern : rule.open()) {
      if (!pattern.isConstructor()) {
        return false;
      }
    }
    return true;
  }

  /** What reports tell people to call; null if the rule does not say. */
  private static @Nullable String freedBy(Rule rule) {
    if (rule.freedBy() != null || rule.holder() || rule.close().isEmpty()) {
      return rule.freedBy();
    }
    return rule.close().get(0).name().concat("()");
  }

  /** Gives a scope of this rule in a class its index. */
  int scope(ScopeKind kind, String className, MethodPattern method) {
    String simple = className.substring(className.lastIndexOf('.') + 1);
    return probeRules.add(new Scope(kind, simple + "." + method.name(), method.isConstructor()));
  }
}
