package io.ttalloc.it.jvm;

/** Runs the packaged command line. */
public final class Monitor {
  private Monitor() {}

  public static JvmResult run(String... args) throws InterruptedException {
    return jvm(args).run();
  }

  public static TestJvm jvm(String... args) {
    return TestJvm.on(Jdks.ofThisBuild()).monitor(args);
  }
}
