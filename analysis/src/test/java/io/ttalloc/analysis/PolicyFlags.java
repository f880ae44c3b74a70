package io.ttalloc.analysis;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.TypePolicies;
import java.util.List;
import java.util.Map;

/** The type flags that represent the policies of a rule. */
final class PolicyFlags {
  private static final List<String> VERDICTS = List.of(TypePolicies.VERDICTS.split(" ", -1));
  private static final List<String> WORDS = List.of(TypePolicies.WORDS.split(" ", -1));

  private static final List<String> OF_SEVERAL = List.of(TypePolicies.OF_SEVERAL.split(" ", -1));

  private PolicyFlags() {}

  static int of(Map<String, String> policies) {
    int flags = 0;
    for (Map.Entry<String, String> each : policies.entrySet()) {
      if (each.getValue().equals(TypePolicies.SEVERAL)) {
        flags |= RecordLayout.TYPE_LEAK_IF_SEVERAL << OF_SEVERAL.indexOf(each.getKey());
        continue;
      }
      int word = WORDS.indexOf(each.getValue()) + 1;
      flags |= word << (TypePolicies.SHIFT + TypePolicies.BITS * VERDICTS.indexOf(each.getKey()));
    }
    return flags;
  }
}
