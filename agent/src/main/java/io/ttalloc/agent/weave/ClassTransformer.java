package io.ttalloc.agent.weave;

import io.ttalloc.agent.weave.match.MatchedRules;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;

/** Weaves the classes that are loaded, and reports which rules and classes were affected. */
public interface ClassTransformer extends ClassFileTransformer, MatchedRules {
  /**
   * Installs the transformer, weaves classes that are loaded already, and begins to record.
   *
   * @return how many loaded classes were woven
   */
  int install(Instrumentation instrumentation);

  /** Ends the search for classes. Called when the transformer is removed and has woven nothing. */
  void end();
}
