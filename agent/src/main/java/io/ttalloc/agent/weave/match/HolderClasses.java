package io.ttalloc.agent.weave.match;

import org.jspecify.annotations.Nullable;

/** Collects the classes whose objects are holders, and of which the heap shows the contents. */
public interface HolderClasses {
  /** Nobody wants to know. */
  HolderClasses IGNORED =
      new HolderClasses() {
        @Override
        public void add(String className, @Nullable String release) {}
      };

  /**
   * Such a class was loaded. Called inside class loading; the same class may come again.
   *
   * @param release the call that makes one give up what it holds; null if no rule says it
   */
  void add(String className, @Nullable String release);
}
