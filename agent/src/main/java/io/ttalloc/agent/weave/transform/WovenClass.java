package io.ttalloc.agent.weave.transform;

import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.rules.Rule;
import java.util.List;
import java.util.Set;

/**
 * The result of weaving a class, before it has had any effect.
 *
 * @param file the class file, with placeholders; must not be shared, since {@link #applyTo} changes
 *     it
 * @param facts what the probe has to know, as written by {@link ProbeFacts}
 * @param places the offsets of the placeholders
 * @param rules the rules by which it was woven
 * @param read the internal names of the classes whose class files were read to weave it
 */
@SuppressWarnings("ArrayRecordComponent")
public // never compared
record WovenClass(byte[] file, byte[] facts, int[] places, List<Rule> rules, Set<String> read) {
  /** Passes the facts to the probe, and returns the class file with the probe's indexes. */
  public byte[] applyTo(ProbeRules rules) {
    ProbeFacts.apply(facts, file, places, rules);
    return file;
  }
}
