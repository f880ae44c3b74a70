package io.ttalloc.it.jvm;

import io.ttalloc.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** Runs the command line: the packaged one, or its classes in the JVM of the test. */
public final class Monitor {
  static {
    // The folder that contains the jars of this build, wherever its classes are loaded from.
    System.setProperty("tt-alloc.home", Repository.root().toString());
  }

  private Monitor() {}

  public static JvmResult run(String... args) throws InterruptedException {
    return jvm(args).run();
  }

  public static TestJvm jvm(String... args) {
    return TestJvm.on(Jdks.ofThisBuild()).monitor(args);
  }

  /**
   * Runs a command in the JVM of the test, which is cheaper than starting another JVM, for tests
   * that only need the output. Reports do not mention the launcher of this build.
   */
  public static JvmResult here(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = Main.run(List.of(args), new PrintWriter(out), new PrintWriter(err));
    return new JvmResult(status, out.toString(), err.toString());
  }
}
