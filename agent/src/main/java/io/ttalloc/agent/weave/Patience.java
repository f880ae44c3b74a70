package io.ttalloc.agent.weave;

import io.ttalloc.agent.weave.classes.Loaders;
import org.jspecify.annotations.Nullable;

/**
 * How long a thread that is loading a class waits for another thread of the agent, so that nothing
 * is opened unseen. What that one does may load any class of the JDK, and it may ask loaders of the
 * application for class files. If it needs what the waiting thread holds, only the end of the wait
 * lets both go on; then the class is woven once it is loaded.
 *
 * @param startMillis for the start of tracking, if the class is one of the JDK
 * @param lookMillis for the search for unseen classes, if the class is not on the class path
 * @param safeMillis otherwise; a bound nevertheless, since the application must go on
 */
record Patience(long startMillis, long lookMillis, long safeMillis) {
  static final Patience USUAL = new Patience(2_000, 5_000, 60_000);

  /** The patience with the start of tracking, by the loader of the class. */
  long forStart(@Nullable ClassLoader loader) {
    return Loaders.isOfJdk(loader) ? startMillis : safeMillis;
  }

  /** The patience with the search for unseen classes, by the loader of the class. */
  long forLook(@Nullable ClassLoader loader) {
    // The class path has a lock for each class, which is not needed to read its class file.
    return loader != null
            && loader == ClassLoader.getSystemClassLoader()
            && !Loaders.isForeign(loader)
        ? safeMillis
        : lookMillis;
  }
}
