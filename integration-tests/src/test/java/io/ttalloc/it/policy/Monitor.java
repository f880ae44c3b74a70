package io.ttalloc.it.policy;

import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.TestJvm;

/** Runs the packaged command line. */
final class Monitor {
  private Monitor() {}

  static JvmResult run(String... args) throws InterruptedException {
    return jvm(args).run();
  }

  static TestJvm jvm(String... args) {
    return TestJvm.on(Jdks.ofThisBuild()).monitor(args);
  }
}
