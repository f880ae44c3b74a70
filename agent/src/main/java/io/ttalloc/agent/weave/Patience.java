package io.ttalloc.agent.weave;

import io.ttalloc.agent.weave.classes.Loaders;
import org.jspecify.annotations.Nullable;

/**
 * The time limits for a thread that is loading a class and waits for another thread of the agent,
 * so that nothing is opened unseen. The other thread may load any JDK class, and may ask class
 * loaders of the application for class files. If the other thread needs a lock that the waiting
 * thread holds, neither can continue until the wait ends; the class is then woven after it has been
 * loaded.
 *
 * @param startMillis the limit for the start of tracking, if the class is a JDK class
 * @param lookMillis the limit for the search for unseen classes, if the class is not on the class
 *     path
 * @param safeMillis the limit in all other cases, which ensures that the application continues
 */
record Patience(long startMillis, long lookMillis, long safeMillis) {
  static final Patience USUAL = new Patience(2_000, 5_000, 60_000);

  /**
   * The time limit for the start of tracking, in milliseconds, depending on the loader of the
   * class.
   */
  long forStart(@Nullable ClassLoader loader) {
    return Loaders.isOfJdk(loader) ? startMillis : safeMillis;
  }

  /**
   * The time limit for the search for unseen classes, in milliseconds, depending on the loader of
   * the class.
   */
  long forLook(@Nullable ClassLoader loader) {
    // The loader of the class path has a lock for each class, which is not needed to read a class
    // file.
    return loader != null
            && loader == ClassLoader.getSystemClassLoader()
            && !Loaders.isForeign(loader)
        ? safeMillis
        : lookMillis;
  }
}
