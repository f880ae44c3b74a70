package io.ttalloc.agent.weave;

import io.ttalloc.probe.ProbeRules;

/**
 * A class after weaving, which has had no effect so far.
 *
 * @param file the class file, with placeholders; not to be used by others
 * @param facts what the probe has to know, as {@link ProbeFacts} has written it
 * @param places where the placeholders are
 */
record WovenClass(byte[] file, byte[] facts, int[] places) {
  /** Tells the probe what it has to know, and answers the class file with its indexes. */
  byte[] tell(ProbeRules rules) {
    ProbeFacts.tell(facts, file, places, rules);
    return file;
  }
}
