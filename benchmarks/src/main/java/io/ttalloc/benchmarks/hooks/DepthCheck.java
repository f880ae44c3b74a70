package io.ttalloc.benchmarks.hooks;

/** Counts the frames at the place where an operation runs. */
final class DepthCheck implements Operation {
  private int found;

  /**
   * Checks that a worker's stack has the stated depth.
   *
   * @throws IllegalStateException if the stack has another depth
   */
  static void run(int depth) throws InterruptedException {
    DepthCheck check = new DepthCheck();
    Worker worker = new Worker(check, depth);
    worker.start();
    worker.warmUp(1);
    worker.end();
    if (check.found != depth) {
      throw new IllegalStateException(
          "the stack has %d frames, expected %d".formatted(check.found, depth));
    }
  }

  @Override
  public void once() {
    found = new Throwable().getStackTrace().length;
  }
}
