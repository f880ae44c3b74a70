package io.ttalloc.agent.weave;

import io.ttalloc.agent.weave.match.MatchedRules;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;

/**
 * Weaves classes as they are loaded, and reports which rules matched no class and which classes
 * could not be woven.
 */
public interface ClassTransformer extends ClassFileTransformer, MatchedRules {
  /**
   * Installs the transformer, weaves classes that are loaded already, and begins to record.
   *
   * @return the number of loaded classes that were woven
   */
  int install(Instrumentation instrumentation);

  /**
   * Ends the search for unseen classes. Called when the transformer is removed before it has woven
   * anything.
   */
  void end();
}
