package io.ttalloc.agent.weave.match;

import org.jspecify.annotations.Nullable;

/** Collects the classes of holders whose contents only the heap shows. */
public interface HolderClasses {
  /** Does nothing. */
  HolderClasses IGNORED =
      new HolderClasses() {
        @Override
        public void add(String className, @Nullable String release) {}
      };

  /**
   * Adds such a class, which was loaded. Called during class loading, perhaps more than once for a
   * class.
   *
   * @param release the call that makes a holder release its contents; null if no rule names one
   */
  void add(String className, @Nullable String release);
}
