package io.ttalloc.agent.weave;

import io.ttalloc.agent.log.Console;
import io.ttalloc.probe.Probe;
import java.util.HashSet;
import java.util.Set;

/** What looking for unseen classes needs of the transformer. Thread-safe. */
final class Lookout implements UnseenClasses.Transformer {
  /** Further names are not told. That something was not seen is noted all the same. */
  private static final int MOST_TOLD = 50;

  private final ClassMatcher matcher;
  private final ClassSet came;
  private final FirstMatch first;
  private final MatchRecord record;

  /** Names of classes; guarded by itself. */
  private final Set<String> told = new HashSet<>();

  /**
   * @param came the classes that matched a rule and came to the transformer
   */
  Lookout(ClassMatcher matcher, ClassSet came, FirstMatch first, MatchRecord record) {
    this.matcher = matcher;
    this.came = came;
    this.first = first;
    this.record = record;
  }

  @Override
  public boolean lacks(Class<?> loaded) {
    if (!matcher.matches(loaded)) {
      return false;
    }
    String name = loaded.getName().replace('.', '/');
    return !NeverWoven.contains(name) && !came.contains(loaded.getClassLoader(), name);
  }

  @Override
  public void notWoven(String className, Throwable why) {
    first.missed();
    record.notWoven(className);
    tell(
        className,
        " could not be woven (" + why + "): the class runs unchanged and is not tracked");
  }

  @Override
  public void wovenLate(String className) {
    first.missed();
    tell(
        className,
        " was loaded while tracking started, and could be woven only "
            + Weaving.LOOK_MILLIS
            + " ms later: what it opened before was not seen");
  }

  /** Once for a name: a class of many loaders would fill the log of the application. */
  private void tell(String className, String what) {
    synchronized (told) {
      if (told.size() >= MOST_TOLD || !told.add(className)) {
        return;
      }
    }
    Console.line(className + what);
  }

  /** What is opened while class files are read and woven is the agent's, not the application's. */
  @Override
  public void unseen(Runnable task) {
    if (!first.isTracking()) {
      task.run();
    } else {
      Probe.unseen(task);
    }
  }
}
