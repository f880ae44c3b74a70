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
 * Finds the classes that a rule matches and that never passed the transformer, and has them woven,
 * without a field then. There are two kinds: those that were loaded before it, and those that a
 * thread has loaded while it was inside the transformer, since the JVM then calls none. A loader of
 * the application that is asked for a class file may load anything; the agent's own start loads
 * classes of the JDK.
 *
 * <p>The second kind cannot be woven where it arises, so a thread looks for it. It rests after each
 * look for {@link #REST} times as long as that took, however many looks are asked for. Thread-safe.
 */
public final class UnseenClasses implements Runnable {
  private static final int REST = 20;
  private static final String UNSEEN = "what was loaded unseen";
  private static final long MIN_REST_MILLIS = 20;
  private static final long MAX_REST_MILLIS = 2_000;

  /** Loading a class takes a moment, or never ends. */
  private static final int MAX_FURTHER = 20;

  private static final int STACK_BYTES = 1 << 20;
  private static final long PATIENCE_MILLIS = 1_000;

  /** The services that the search needs from the transformer. */
  public interface Transformer {
    /**
     * The loaded classes that a rule matches and that are not known to have passed the transformer.
     */
    List<Class<?>> lacking(Class<?>[] loaded);

    /** Whether a class is known to have passed the transformer. */
    boolean hasCome(Class<?> loaded);

    /** Whether a class was loaded although it could not be woven at that time. */
    boolean isLate(Class<?> loaded);

    /** A class could not be woven. */
    void notWoven(String className, Throwable why);

    /** A class is woven only now, and may have been used before. */
    void wovenLate(String className);

    /** Keeps what was woven for later processes, if there is enough of it. */
    void saveWoven();

    /** Runs a task whose openings and closes are not recorded. */
    void unseen(Work task);
  }

  private final Transformer transformer;

  /** Null before {@link #begin}: nothing is looked for then. */
  private volatile @Nullable Instrumentation instrumentation;

  /** Whether the application went on before classes were woven that it may have used. */
  private volatile boolean overdue;

  /** Held while someone looks. */
  private final ReentrantLock looking = new ReentrantLock();

  /** Classes that were given to the transformer once. */
  private final ClassSet tried = new ClassSet();

  // How many looks were requested, and how many of these have started and ended. All guarded by
  // this.
  private long asked;
  private long started;
  private long ended;

  /** The number of further looks for classes that are being loaded. */
  private int further;

  private boolean urgent;
  private boolean over;
  private @Nullable Thread thread;

  public UnseenClasses(Transformer transformer) {
    this.transformer = transformer;
  }

  /** From now on classes are looked for. */
  public void begin(Instrumentation among) {
    instrumentation = among;
  }

  /** The classes that are loaded now; none before {@link #begin}. */
  public Class<?>[] loaded() {
    Instrumentation among = instrumentation;
    return among == null ? new Class<?>[0] : among.getAllLoadedClasses();
  }

  /** Looks on this thread, which must not be inside the transformer. */
  public void lookNow() {
    looking.lock();
    try {
      // Again, since weaving loads classes, too.
      for (List<Class<?>> found = find(); !found.isEmpty(); found = find()) {
        weave(found);
      }
    } finally {
      looking.unlock();
    }
  }

  /** Whether this thread is looking. */
  public boolean isLooking() {
    return looking.isHeldByCurrentThread();
  }

  /** Has a thread look soon; does not wait for it. Never throws. */
  public void lookSoon() {
    ask(0);
  }

  /** The same for a class that is being loaded, and so is not found yet. */
  public void lookOnceLoaded() {
    ask(MAX_FURTHER);
  }

  private void ask(int more) {
    try {
      askLocked(more);
    } catch (Throwable e) {
      // There is no memory for a thread, or no stack. What is left is found with the next class,
      // and the class that is being loaded has nothing to do with it.
    }
  }

  private synchronized void askLocked(int more) {
    if (instrumentation == null) {
      return;
    }
    further = Math.max(further, more);
    if (isLooking()) {
      return; // It looks until it finds nothing more.
    }
    asked++;
    prepare();
    notifyAll();
  }

  /** Makes the thread that looks, where it must not be made while the application loads a class. */
  public synchronized void prepare() {
    if (thread == null && !over && instrumentation != null) {
      thread = start();
    }
  }

  /** Looks no more: the thread would keep all of this for as long as the JVM runs. */
  public synchronized void end() {
    over = true;
    notifyAll();
  }

  /** Has a thread weave such classes and waits, for a limited time: it may need this one's lock. */
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
   * At the end: classes that are still to be looked for count as not woven. Interfaces do not: what
   * implements one is looked for by itself.
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
        transformer.notWoven(UNSEEN, new IllegalStateException("it is still looked for"));
        return;
      }
      for (Class<?> each : find()) {
        if (!each.isInterface()) {
          transformer.notWoven(
              each.getName(), new IllegalStateException("the process ended before it was found"));
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

  private Thread start() {
    Thread started = OwnContext.of(this::made);
    started.setDaemon(true);
    started.setContextClassLoader(null);
    started.start();
    return started;
  }

  private Thread made() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return new Thread(group, this, "tt-alloc-unseen", STACK_BYTES, false);
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
        // By the application, which may interrupt all threads; or there is no memory, even for a
        // line about it. The thread goes on: there is no other.
      }
    }
  }

  /** Waits for a request and returns its number; -1 if the search is over. */
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
      // For example there is no memory. The next look finds the same classes.
      AgentLog.of("weave").info("looking for unseen classes failed ({})", e);
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
      if (!loaded.isHidden()
          && !tried.contains(loaded.getClassLoader(), loaded.getName())
          && among.isModifiableClass(loaded)) {
        found.add(loaded);
      }
    }
    return found;
  }

  /**
   * All in one step: between two, something could be opened in a class that is woven already and
   * closed in one that is not yet. A class that the JVM refuses makes it refuse all; then they are
   * tried one by one.
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
            new IllegalStateException("the class files of its super types are not found"));
      } else if (overdue || transformer.isLate(each)) {
        transformer.wovenLate(each.getName());
      }
    }
  }
}
