package io.ttalloc.agent.weave;

import io.ttalloc.agent.loading.AotTraining;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.log.Reason;
import io.ttalloc.agent.weave.classes.ClassSet;
import io.ttalloc.agent.weave.classes.NeverWoven;
import io.ttalloc.agent.weave.classes.Unrecorded;
import io.ttalloc.agent.weave.classes.Work;
import io.ttalloc.agent.weave.late.UnseenClasses;
import io.ttalloc.agent.weave.match.ClassMatcher;
import io.ttalloc.agent.weave.match.MatchRecord;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Has the classes found that the transformer did not see, and does for the search what that needs
 * of the transformer. Thread-safe.
 */
final class Lookout implements UnseenClasses.Transformer {
  /** Further names are not told. That something was not seen is noted all the same. */
  private static final int MOST_TOLD = 50;

  private final ClassMatcher matcher;
  private final ClassSet came;
  private final FirstMatch first;
  private final MatchRecord record;

  /** Classes that could not be woven while they were loaded. */
  private final ClassSet late;

  /** Names of classes; guarded by itself. */
  private final Set<String> told = new HashSet<>();

  /** Names of classes that must not be woven any more; guarded by itself. */
  private final Set<String> leftOut = new HashSet<>();

  private final @Nullable String trainedBy = AotTraining.recordedBy();

  /** Null before {@link #begin}. */
  private volatile @Nullable Instrumentation instrumentation;

  /** Null before {@link #begin}. */
  private volatile @Nullable UnseenClasses unseen;

  Lookout(ClassMatcher matcher, SeenClasses seen, FirstMatch first, MatchRecord record) {
    this.matcher = matcher;
    this.came = seen.came();
    this.late = seen.late();
    this.first = first;
    this.record = record;
  }

  /** From now on there is a search. */
  UnseenClasses begin(Instrumentation among) {
    UnseenClasses begun = new UnseenClasses(among, this);
    instrumentation = among;
    unseen = begun;
    return begun;
  }

  /** The classes that are loaded now; none before {@link #begin}. */
  Class<?>[] loaded() {
    Instrumentation all = instrumentation;
    return all == null ? new Class<?>[0] : all.getAllLoadedClasses();
  }

  /** Never throws: the class that is loaded has nothing to do with it. */
  void lookSoon() {
    UnseenClasses classes = unseen;
    try {
      if (classes != null) {
        classes.lookSoon();
      }
    } catch (Throwable e) {
      // There is no memory for a thread, or no stack. What is left is found with the next class.
    }
  }

  /** As {@link UnseenClasses#lookInTime}. */
  void lookInTime(long millis) {
    UnseenClasses classes = unseen;
    if (classes != null) {
      classes.lookInTime(millis);
    }
  }

  /** As {@link UnseenClasses#prepare}. */
  void prepare() {
    UnseenClasses classes = unseen;
    if (classes != null) {
      classes.prepare();
    }
  }

  /** As {@link UnseenClasses#isLooking}. */
  boolean isLooking() {
    UnseenClasses classes = unseen;
    return classes != null && classes.isLooking();
  }

  /** Has a class woven that cannot be woven while it is loaded. Never throws. */
  void weaveOnceLoaded() {
    UnseenClasses classes = unseen;
    try {
      if (classes != null) {
        classes.lookOnceLoaded();
      }
    } catch (Throwable e) {
      // As in lookSoon.
    }
  }

  /** The same, and says so: the application may use it before. */
  void weaveLate(@Nullable ClassLoader loader, String name) {
    boolean ignored = late.add(loader, name);
    weaveOnceLoaded();
  }

  @Override
  public boolean isLate(Class<?> loaded) {
    return late.contains(loaded.getClassLoader(), loaded.getName().replace('.', '/'));
  }

  /** As {@link UnseenClasses#end}. */
  void end() {
    UnseenClasses classes = unseen;
    if (classes != null) {
      classes.end();
    }
  }

  /** As {@link UnseenClasses#giveUp}. */
  void giveUp() {
    UnseenClasses classes = unseen;
    try {
      if (classes != null) {
        classes.giveUp();
      }
    } catch (SecurityException e) {
      notWoven(UnseenClasses.UNSEEN, e);
    }
  }

  @Override
  public List<Class<?>> lacking(Class<?>[] loaded) {
    List<Class<?>> lacking = new ArrayList<>();
    for (Class<?> each : matcher.matching(loaded)) {
      String name = each.getName().replace('.', '/');
      if (!NeverWoven.contains(name) && !came.contains(each.getClassLoader(), name)) {
        if (trainedBy == null) {
          lacking.add(each);
        } else {
          leaveOut(each.getName(), trainedBy);
        }
      }
    }
    return lacking;
  }

  /** One line for all: they are many, and there is one reason. */
  private void leaveOut(String className, String trainedBy) {
    boolean isFirst;
    synchronized (leftOut) {
      isFirst = leftOut.isEmpty();
      if (!leftOut.add(className)) {
        return;
      }
    }
    first.missed(className);
    record.notWoven(className);
    if (isFirst) {
      Console.line(
          trainedBy
              + ": a JVM that records for an AOT cache crashes when it ends if classes were woven"
              + " after they were loaded; "
              + className
              + ", all others of the JDK and what else was loaded before run unchanged and are not"
              + " tracked, expected -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining, too");
    }
  }

  @Override
  public void notWoven(String className, Throwable why) {
    first.missed(className);
    record.notWoven(className);
    tell(
        className,
        " could not be woven ("
            + Reason.of(why)
            + "): the class runs unchanged and is not tracked");
  }

  @Override
  public void wovenLate(String className) {
    first.missed(className);
    tell(
        className,
        " was loaded while tracking started, and was woven only then: what it opened before was not"
            + " seen");
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

  @Override
  public void saveWoven() {
    first.saveCacheFromTimeToTime();
  }

  /** What is opened while class files are read and woven is the agent's, not the application's. */
  @Override
  public void unseen(Work task) {
    if (!first.isTracking()) {
      task.run();
    } else {
      Unrecorded.run(task);
    }
  }
}
