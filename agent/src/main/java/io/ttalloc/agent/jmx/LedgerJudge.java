package io.ttalloc.agent.jmx;

import io.ttalloc.agent.loading.OwnContext;
import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.HeapNeed;
import io.ttalloc.analysis.report.OutputFile;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.probe.Probe;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Judges what is open, whenever somebody asks and enough time has passed. Thread-safe.
 *
 * <p>One thread of its own does the work, so that however many clients ask, one analysis is made at
 * a time: at most one each second, and from the second on with pauses of ten times as long as it
 * took. A client waits {@value #MOST_SECONDS_FOR_JUDGEMENT} seconds at most and then gets what was
 * judged before. A ledger that is too large for the heap that is free is not read at all.
 */
final class LedgerJudge {
  static final int MOST_SECONDS_FOR_JUDGEMENT = 2;
  static final int MOST_SECONDS_FOR_DUMP = 60;
  private static final long LEAST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int PAUSES = 10;

  /** Is told of each judgement, on the thread that judges. */
  interface Watcher {
    void judged(BeanJudgement judgement);
  }

  private final LedgerAccess ledger;
  private final Watcher watcher;
  private final ScheduledThreadPoolExecutor thread;
  private final AtomicBoolean dumping = new AtomicBoolean();

  /** The latest analysis that was asked for; guarded by this. */
  private @Nullable Future<?> asked;

  private volatile @Nullable BeanJudgement latest;
  private volatile @Nullable String failure;
  private volatile long judgedNanos;
  private volatile long pauseNanos;

  LedgerJudge(LedgerAccess ledger, Watcher watcher) {
    this.ledger = ledger;
    this.watcher = watcher;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread made = OwnContext.of(() -> new Thread(null, task, "tt-alloc-jmx", 0, false));
              made.setDaemon(true);
              made.setContextClassLoader(null);
              return made;
            });
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /**
   * What is open, judged now if the time has come, else what was judged last.
   *
   * @throws IllegalStateException nothing has been judged yet
   */
  BeanJudgement latest() {
    if (!isPausing()) {
      awaitJudgement();
    }
    BeanJudgement known = latest;
    if (known == null) {
      String why = failure;
      throw new IllegalStateException(
          why == null ? "the ledger is still being judged; ask again" : why);
    }
    return known;
  }

  /** Whether it was judged too short a time ago. */
  boolean isPausing() {
    return judgedNanos != 0 && System.nanoTime() - judgedNanos < pauseNanos;
  }

  /** How long ago it was judged; a year if it never was. */
  long nanosSinceJudged() {
    return judgedNanos == 0 ? TimeUnit.DAYS.toNanos(365) : System.nanoTime() - judgedNanos;
  }

  private void awaitJudgement() {
    try {
      ask().get(MOST_SECONDS_FOR_JUDGEMENT, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // What was judged before is there, or the reason why nothing is.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RejectedExecutionException e) {
      failure = "tracking was ended by detach";
    }
  }

  private synchronized Future<?> ask() {
    Future<?> under = asked;
    if (under == null || under.isDone()) {
      under = thread.submit(this::judgeIfRested);
      asked = under;
    }
    return under;
  }

  /** Somebody else may have had it judged while the task waited for the thread. */
  private void judgeIfRested() {
    if (!isPausing()) {
      judge();
    }
  }

  /** Judges; on the thread that {@link #later} runs tasks on. */
  void judge() {
    long began = System.nanoTime();
    try {
      Instant at = Instant.now();
      BeanJudgement made = unseen(() -> BeanJudgement.of(report(false), at));
      latest = made;
      failure = null;
      watcher.judged(made);
    } catch (IOException | RuntimeException e) {
      failure = "the ledger could not be judged: " + told(e);
    } finally {
      long now = System.nanoTime();
      // Most of the first goes to loading classes, which says nothing of the next.
      boolean isFirst = judgedNanos == 0;
      pauseNanos =
          isFirst ? LEAST_PAUSE_NANOS : Math.max(LEAST_PAUSE_NANOS, PAUSES * (now - began));
      judgedNanos = now == 0 ? 1 : now;
    }
  }

  private Report report(boolean listsResources) throws IOException {
    requireRoom(HeapNeed.ofReading(ledger.content()), "reading it");
    LedgerImage image = LedgerReader.readOwn(ledger.content(), ledger.path());
    requireRoom(HeapNeed.ofJudging(image), "judging it");
    return Analysis.of(image, ledger.options().get().listing(listsResources));
  }

  /** The application runs on, and may need what is free at any moment. */
  private static void requireRoom(long bytes, String what) throws IOException {
    Runtime heap = Runtime.getRuntime();
    long free = heap.maxMemory() - heap.totalMemory() + heap.freeMemory();
    if (bytes > free / 2) {
      throw new IOException(
          ("%s may take %,d bytes of heap, expected at most half of the %,d that are free; tt-alloc"
                  + " dump %d reads it from outside")
              .formatted(what, bytes, free, ProcessHandle.current().pid()));
    }
  }

  /**
   * Writes a report to a new file.
   *
   * @throws IOException it could not be written; there is no file then
   * @throws IllegalStateException another one is being written, or this one takes long and goes on
   */
  void dump(Path file, ReportFormat format) throws IOException {
    if (!dumping.compareAndSet(false, true)) {
      throw new IllegalStateException("another report is being written, expected one at a time");
    }
    Future<?> writing;
    try {
      writing = thread.submit(() -> write(file, format));
    } catch (RejectedExecutionException e) {
      dumping.set(false);
      throw new IllegalStateException("tracking was ended by detach; nothing was written");
    }
    try {
      writing.get(MOST_SECONDS_FOR_DUMP, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw goesOn(file, "takes more than " + MOST_SECONDS_FOR_DUMP + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw goesOn(file, "is not waited for any more");
    } catch (ExecutionException e) {
      // A new one: what is sent to clients has no classes of ours in it.
      throw new IOException(
          "the report could not be written to %s (%s), expected the name of a file that does not exist yet in a folder that does; nothing was written"
              .formatted(file, told(e.getCause())));
    }
  }

  private static IllegalStateException goesOn(Path file, String what) {
    return new IllegalStateException("the report " + what + ", and goes on: " + file);
  }

  private Path write(Path file, ReportFormat format) throws IOException {
    try {
      return unseen(
          () -> {
            Report report = report(format.listsResources());
            OutputFile.writeNew(file, out -> format.write(report, out));
            return file;
          });
    } finally {
      dumping.set(false);
    }
  }

  /** Runs a task on the thread that judges; not any more after {@link #end}. */
  void later(Runnable task, long seconds) {
    try {
      var ignored = thread.schedule(task, seconds, TimeUnit.SECONDS);
    } catch (RejectedExecutionException e) {
      // It has ended.
    }
  }

  /** Ends the thread, when it has done what it is at. */
  void end() {
    thread.shutdown();
  }

  private static String told(@Nullable Throwable thrown) {
    if (thrown instanceof FileSystemException failed) {
      return OutputFile.reasonOf(failed);
    }
    if (thrown instanceof IOException || thrown instanceof IllegalStateException) {
      String message = thrown.getMessage();
      if (message != null) {
        return message;
      }
    }
    return String.valueOf(thrown);
  }

  /** Runs what opens and closes files, which is not the application's doing. */
  static <T> T unseen(Callable<T> task) throws IOException {
    FutureTask<T> done = new FutureTask<>(task);
    Probe.unseen(done::run);
    try {
      return done.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof IOException failed) {
        throw failed;
      }
      AgentLog.of("jmx").info("a question could not be answered", cause);
      // Without its cause, the class of which a client may not have.
      throw new IllegalStateException(String.valueOf(cause));
    } catch (InterruptedException e) { // it is done, so nothing is waited for
      throw new IllegalStateException(e);
    }
  }
}
