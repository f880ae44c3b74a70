package io.ttalloc.agent.weave.match;

import org.jspecify.annotations.Nullable;

/** Collects the classes of holders whose contents the heap shows. */
public interface HolderClasses {
  /** Does nothing. */
  HolderClasses IGNORED =
      new HolderClasses() {
        @Override
        public void add(String className, @Nullable String release) {}
      };

  /**
   * Such a class was loaded. Called inside class loading, perhaps more than once for a class.
   *
   * @param release the call that makes a holder release its contents; null if no rule names it
   */
  void add(String className, @Nullable String release);
}
