package io.ttalloc.agent.weave.classes;

/**
 * Something that the transformer has done. Not a {@link Runnable}: agents beside ours put calls of
 * their own into every class that is one. Inside the transformer such a call may need the very
 * class that is being loaded, and the JVM would then refuse that class for good.
 */
public interface Work {
  /** Does the work. */
  void run();
}
