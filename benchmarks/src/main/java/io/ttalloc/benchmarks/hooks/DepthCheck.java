package io.ttalloc.benchmarks.hooks;

/** Counts the frames where an operation is done. */
final class DepthCheck implements Operation {
  private int found;

  /**
   * Checks that a worker's stack is as deep as it is said to be.
   *
   * @throws IllegalStateException it is not
   */
  static void run(int depth) throws InterruptedException {
    DepthCheck check = new DepthCheck();
    Worker worker = new Worker(check, depth);
    worker.start();
    worker.warmUp(1);
    worker.end();
    if (check.found != depth) {
      throw new IllegalStateException(
          "the stack has %d frames where %d are to be measured".formatted(check.found, depth));
    }
  }

  @Override
  public void once() {
    found = new Throwable().getStackTrace().length;
  }
}
