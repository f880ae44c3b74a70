package io.ttalloc.agent.weave;

import io.ttalloc.agent.log.Console;
import io.ttalloc.probe.Probe;

/** What looking for unseen classes needs of the transformer. Thread-safe. */
final class Lookout implements UnseenClasses.Transformer {
  private final ClassMatcher matcher;
  private final ClassSet came;
  private final FirstMatch first;
  private final MatchRecord record;

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
    Console.line(
        className
            + " could not be woven ("
            + why
            + "): the class runs unchanged and is not tracked");
  }

  @Override
  public void wovenLate(String className) {
    first.missed();
    Console.line(
        className
            + " was loaded while tracking started, and could be woven only "
            + Weaving.LOOK_MILLIS
            + " ms later: what it opened before was not seen");
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
