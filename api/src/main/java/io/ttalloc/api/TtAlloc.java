package io.ttalloc.api;

/**
 * Methods by which an application gives tt-alloc information that only the application has.
 *
 * <p>Without the agent, the methods do nothing: their bodies are empty until the agent adds code to
 * them. All methods are thread-safe and never throw an exception.
 */
public final class TtAlloc {
  private TtAlloc() {}

  /**
   * Ends a cycle of the program's work, for example one request, one batch or one run.
   *
   * <p>A single resource that stays open does not prove a leak, but one more open resource after
   * each cycle does. The method does nothing itself; the agent adds code to it.
   *
   * @param name the name under which reports show the cycle that ends here
   */
  public static void mark(String name) {
    // The agent adds code here; without the agent, a mark has no effect.
  }
}
