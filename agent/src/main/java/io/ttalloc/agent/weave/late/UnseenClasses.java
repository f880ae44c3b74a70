package io.ttalloc.agent.weave.late;

import static java.util.Objects.requireNonNull;

import io.ttalloc.agent.loading.OwnContext;
import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.weave.classes.ClassSet;
import io.ttalloc.agent.weave.classes.Work;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Finds the classes that match a rule but never passed through the transformer, and weaves them. No
 * field is added to these classes. There are two kinds: classes that were loaded before the
 * transformer was installed, and classes that a thread loaded while it was inside the transformer,
 * since the JVM calls no transformer then. For example, an application's loader that is asked for a
 * class file may load any class, and the start of tracking loads JDK classes.
 *
 * <p>Classes of the second kind cannot be woven while they are loaded, so a separate thread
 * searches for them. After each search it rests, within limits, for {@link #REST} times as long as
 * the search took, however many searches are requested. Thread-safe.
 */
public final class UnseenClasses implements Runnable {
  private static final int REST = 20;
  private static final String UNSEEN = "a class that the agent missed";
  private static final long MIN_REST_MILLIS = 20;
  private static final long MAX_REST_MILLIS = 2_000;

  /**
   * The number of further searches for a class that is being loaded: loading takes a moment, but it
   * may also never end.
   */
  private static final int MAX_FURTHER = 20;

  private static final int STACK_BYTES = 1 << 20;
  private static final long PATIENCE_MILLIS = 1_000;

  /** The services that the search needs from the transformer. */
  public interface Transformer {
    /**
     * The loaded classes that match a rule but are not known to have passed through the
     * transformer.
     */
    List<Class<?>> lacking(Class<?>[] loaded);

    /** Whether a class is known to have passed through the transformer. */
    boolean hasCome(Class<?> loaded);

    /** Whether a class was loaded although it could not be woven at that time. */
    boolean isLate(Class<?> loaded);

    /** Records that a class could not be woven. */
    void notWoven(String className, Throwable why);

    /** Records that a class is woven only now, and may have been used before. */
    void wovenLate(String className);

    /** Saves, for later processes, what was woven, unless that was done a moment ago. */
    void saveWoven();

    /** Runs a task whose openings and closes are not recorded. */
    void unseen(Work task);
  }

  private final Transformer transformer;

  /** Null before {@link #begin}; until then, there is no search. */
  private volatile @Nullable Instrumentation instrumentation;

  /** Whether the application continued before all classes that it may have used were woven. */
  private volatile boolean overdue;

  /** Held during a search. */
  private final ReentrantLock looking = new ReentrantLock();

  /** Classes that have been passed to the transformer once. */
  private final ClassSet tried = new ClassSet();

  // The numbers of the last search requested, the last one started and the last one ended. All
  // three fields are guarded by this.
  private long asked;
  private long started;
  private long ended;

  /** The number of further searches to make for classes that are being loaded. */
  private int further;

  private boolean urgent;
  private boolean over;
  private @Nullable Thread thread;

  public UnseenClasses(Transformer transformer) {
    this.transformer = transformer;
  }

  /** Enables the search. */
  public void begin(Instrumentation among) {
    instrumentation = among;
  }

  /** The classes that are currently loaded; none before {@link #begin}. */
  public Class<?>[] loaded() {
    Instrumentation among = instrumentation;
    return among == null ? new Class<?>[0] : among.getAllLoadedClasses();
  }

  /** Searches on this thread, which must not be inside the transformer. */
  public void lookNow() {
    looking.lock();
    try {
      // Repeatedly, since weaving loads classes, too.
      for (List<Class<?>> found = find(); !found.isEmpty(); found = find()) {
        weave(found);
      }
    } finally {
      looking.unlock();
    }
  }

  /** Whether this thread is searching. */
  public boolean isLooking() {
    return looking.isHeldByCurrentThread();
  }

  /** Requests a search by another thread soon; does not wait for it. Never throws. */
  public void lookSoon() {
    ask(0);
  }

  /** Like {@link #lookSoon}, for a class that is still being loaded and is not found yet. */
  public void lookOnceLoaded() {
    ask(MAX_FURTHER);
  }

  private void ask(int more) {
    try {
      askLocked(more);
    } catch (Throwable e) {
      // There is too little memory for a thread, or too little stack. The next class causes another
      // search, and the class that is being loaded is not affected.
    }
  }

  private synchronized void askLocked(int more) {
    if (instrumentation == null) {
      return;
    }
    further = Math.max(further, more);
    if (isLooking()) {
      return; // The current search continues until it finds nothing more.
    }
    asked++;
    prepare();
    notifyAll();
  }

  /**
   * Creates the searching thread in advance, for processes in which it must not be created while
   * the application loads a class.
   */
  public synchronized void prepare() {
    if (thread == null && !over && instrumentation != null) {
      thread = OwnContext.start("tt-alloc-unseen", STACK_BYTES, this);
    }
  }

  /**
   * Ends the search for good: otherwise the thread would keep everything that it refers to
   * reachable as long as the JVM runs.
   */
  public synchronized void end() {
    over = true;
    notifyAll();
  }

  /**
   * Makes another thread weave the unseen classes, and waits for it. The wait is limited, since
   * that thread may need a lock that this thread holds.
   */
  public void lookInTime(long millis) {
    if (instrumentation == null || isLooking() || find().isEmpty()) {
      return;
    }
    try {
      awaitLook(millis);
    } catch (InterruptedException e) {
      overdue = true;
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void awaitLook(long millis) throws InterruptedException {
    urgent = true;
    askLocked(0);
    long target = asked;
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = millis; ended < target; ) {
      if (left <= 0) {
        overdue = true;
        return;
      }
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
    }
  }

  /**
   * Called when the process ends. If a requested search has not ended, reports as not woven the
   * classes that the search would have found. Does not report interfaces, since the search also
   * finds the classes that implement them.
   */
  public void giveUp() {
    synchronized (this) {
      if (ended == asked) {
        return;
      }
    }
    boolean alone = false;
    try {
      alone = looking.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      if (!alone) {
        transformer.notWoven(
            UNSEEN, new IllegalStateException("another thread is still looking for it"));
        return;
      }
      for (Class<?> each : find()) {
        if (!each.isInterface()) {
          transformer.notWoven(
              each.getName(),
              new IllegalStateException("the process ended before the class was found"));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SecurityException e) {
      transformer.notWoven(UNSEEN, e);
    } finally {
      if (alone) {
        looking.unlock();
      }
    }
  }

  @Override
  public void run() {
    while (true) {
      try {
        long number = awaitNext();
        if (number < 0) {
          return;
        }
        long from = System.nanoTime();
        try {
          look();
        } finally {
          ended(number);
        }
        overdue = false;
        rest(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from));
      } catch (InterruptedException | Error e) {
        // The application may have interrupted all threads, or there is too little memory even to
        // print a line. The thread continues, since no other thread searches.
      }
    }
  }

  /** Waits for a request and returns its number; -1 if the search has ended for good. */
  private synchronized long awaitNext() throws InterruptedException {
    while (started == asked && !over) {
      wait();
    }
    started = asked;
    urgent = false;
    return over ? -1 : started;
  }

  private synchronized void ended(long number) {
    ended = number;
    if (further > 0) {
      further--;
      asked++;
    }
    notifyAll();
  }

  private void look() {
    try {
      transformer.unseen(
          () -> {
            lookNow();
            transformer.saveWoven();
          });
    } catch (SecurityException e) {
      transformer.notWoven(UNSEEN, e);
    } catch (Throwable e) {
      // For example, there is no memory. The next search finds the same classes.
      AgentLog.of("weave").info("the search for unseen classes failed ({})", e);
    }
  }

  private synchronized void rest(long tookMillis) throws InterruptedException {
    long millis = Math.min(MAX_REST_MILLIS, MIN_REST_MILLIS + REST * tookMillis);
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = millis; left > 0 && !urgent && !over; ) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
    }
  }

  private List<Class<?>> find() {
    Instrumentation among = requireNonNull(instrumentation);
    List<Class<?>> found = new ArrayList<>();
    for (Class<?> loaded : transformer.lacking(among.getAllLoadedClasses())) {
      if (!tried.contains(loaded.getClassLoader(), loaded.getName())
          && among.isModifiableClass(loaded)) {
        found.add(loaded);
      }
    }
    return found;
  }

  /**
   * Weaves all classes in one step: otherwise, something could be opened in a class that is already
   * woven and closed in one that is not yet. If the JVM refuses one class, it refuses all of them;
   * each class is then woven separately.
   */
  private void weave(List<Class<?>> classes) {
    for (Class<?> each : classes) {
      boolean unused = tried.add(each.getClassLoader(), each.getName());
    }
    Class<?>[] all = classes.toArray(new Class<?>[0]);
    try {
      requireNonNull(instrumentation).retransformClasses(all);
    } catch (Exception | LinkageError | VirtualMachineError e) {
      if (classes.size() == 1) {
        transformer.notWoven(classes.get(0).getName(), e);
        return;
      }
      for (Class<?> each : classes) {
        weave(List.of(each));
      }
      return;
    }
    for (Class<?> each : classes) {
      if (!transformer.hasCome(each)) {
        transformer.notWoven(
            each.getName(),
            new IllegalStateException("the class files of its supertypes were not found"));
      } else if (overdue || transformer.isLate(each)) {
        transformer.wovenLate(each.getName());
      }
    }
  }
}
