package io.ttalloc.benchmarks.hooks;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Runs the operation of one subject in batches on a thread with a stack of a given depth.
 *
 * <p>{@link HookRuns} sets the number of operations in a batch. Public because JMH's generated code
 * calls it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HookBenchmark {
  /** Enough descents for every frame to be fully compiled before the first measurement. */
  private static final int WARM_DESCENTS = 20_000;

  /** The operation to measure. */
  @Param public @Nullable Subject subject;

  /** The number of frames on the stack during the operation. */
  @Param({"8", "24", "64"})
  public int depth;

  private @Nullable Worker worker;
  private int batch;

  /** Starts the thread and checks the depth. */
  @Setup
  public void start() throws InterruptedException {
    Subject chosen = subject;
    if (chosen == null) {
      throw new IllegalStateException("the parameter 'subject' is missing");
    }
    DepthCheck.run(depth);
    batch = chosen.batch();
    Worker started = new Worker(chosen.operation(), depth);
    started.start();
    started.warmUp(chosen == Subject.ARROW ? WARM_DESCENTS / 10 : WARM_DESCENTS);
    worker = started;
  }

  /** Runs a batch. */
  @Benchmark
  public void batch() throws InterruptedException {
    Worker running = worker;
    if (running != null) {
      running.perform(batch);
    }
  }

  /** Ends the thread. */
  @TearDown
  public void end() throws InterruptedException {
    Worker running = worker;
    if (running != null) {
      running.end();
    }
  }
}
