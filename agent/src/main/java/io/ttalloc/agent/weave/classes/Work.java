package io.ttalloc.agent.weave.classes;

/**
 * A task that the transformer runs. Not a {@link Runnable}: other agents weave calls of their own
 * into every class that implements Runnable. Inside the transformer, such a call may need the very
 * class that is being loaded, and the JVM would then refuse that class for good.
 */
public interface Work {
  /** Runs the task. */
  void run();
}
