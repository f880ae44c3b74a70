package io.ttalloc.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/**
 * Tests that a thread is in the scope that it entered, or in the scope in which its task was
 * submitted.
 */
class ThreadScopesTest {
  @SuppressWarnings("UnnecessaryLambda") // must be a single object
  private static final Runnable SHARED_BY_ALL = () -> {};

  private final Scope run = new Scope(1, null, Scope.Kind.RUN, "the run", "", "");
  private final Scope first = new Scope(2, run, Scope.Kind.TEST, "First.test", "First", "test");
  private final Scope second = new Scope(3, run, Scope.Kind.TEST, "Second.test", "Second", "test");
  private final ThreadScopes threads = new ThreadScopes();

  private static FutureTask<Void> task() {
    return new FutureTask<>(() -> null);
  }

  @Test
  void whatHasEndedIsLeftToWhatIsAroundIt() {
    assertThat(threads.enter(first)).isNull();
    assertThat(threads.current()).isSameAs(first);
    first.end();
    assertThat(threads.current()).isSameAs(run);
    assertThat(threads.enter(null)).isSameAs(first);
    assertThat(threads.current()).isNull();
  }

  @Test
  void aTaskHasTheScopeOfWhoeverMadeIt() {
    FutureTask<Void> task = task();
    threads.enter(first);
    threads.made(task);
    threads.enter(second);

    threads.begins(task);
    assertThat(threads.current()).isSameAs(first);
    threads.ended(task);
    assertThat(threads.current()).isSameAs(second);
  }

  @Test
  void aThreadOfAPoolIsInNoScopeBetweenTasks() {
    threads.enter(first);
    threads.made(Thread.currentThread());
    FutureTask<Void> known = task();
    threads.made(known);
    threads.enter(null);
    assertThat(threads.current()).isSameAs(first);

    threads.begins(null);
    assertThat(threads.current()).isNull();
    threads.begins(task());
    assertThat(threads.current()).isNull();
    threads.begins(known);
    assertThat(threads.current()).isSameAs(first);
    threads.ended(known);
    assertThat(threads.current()).isNull();
    threads.ended(null);
    assertThat(threads.current()).isSameAs(first);
  }

  /** If an exception has skipped the end of a task, that task ends with the enclosing task. */
  @Test
  void theEndOfATaskEndsWhatItRan() {
    FutureTask<Void> outer = task();
    FutureTask<Void> inner = task();
    threads.enter(second);
    threads.made(inner);
    threads.enter(first);
    threads.begins(outer);
    threads.begins(inner);
    assertThat(threads.current()).isSameAs(second);
    threads.ended(outer);
    assertThat(threads.current()).isSameAs(first);
    threads.ended(inner);
    assertThat(threads.current()).isSameAs(first);
  }

  /** A lambda that captures nothing is a single object, whichever scope submits it. */
  @Test
  void whatSeveralSubmitAtOnceIsNobodys() {
    threads.enter(first);
    threads.made(SHARED_BY_ALL);
    threads.enter(second);
    threads.made(SHARED_BY_ALL);
    threads.enter(null);
    threads.begins(null);
    threads.begins(SHARED_BY_ALL);
    assertThat(threads.current()).isNull();
    threads.ended(SHARED_BY_ALL);
  }

  @Test
  void whatIsSubmittedAgainAfterAnEndBelongsToTheLater() {
    Object task = new Object();
    threads.enter(first);
    threads.made(task);
    threads.made(task);
    first.end();
    threads.enter(second);
    threads.made(task);
    threads.enter(null);
    threads.begins(null);
    threads.begins(task);
    assertThat(threads.current()).isSameAs(second);
    threads.ended(task);
  }
}
