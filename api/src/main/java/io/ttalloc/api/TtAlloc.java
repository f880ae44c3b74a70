package io.ttalloc.api;

/**
 * The calls by which an application gives tt-alloc information that only the application has.
 *
 * <p>Without the agent every method here does nothing: the bodies are empty, and the agent weaves
 * the ones that it finds. All methods may be called from any thread, and none ever throws.
 */
public final class TtAlloc {
  private TtAlloc() {}

  /**
   * Ends a cycle of the program's work, for example one request, one batch or one run.
   *
   * <p>A resource that stays open is no proof of a leak; one more that stays open after each cycle
   * is. The body is empty on purpose: the agent weaves it.
   *
   * @param name what the reports call the cycle that ends here
   */
  public static void mark(String name) {
    // Woven by the agent; without it a mark means nothing.
  }
}
