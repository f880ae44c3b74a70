package io.ttalloc.it.watched;

import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.TestJvm;
import java.nio.file.Path;

/** Runs commands of the packaged command line on the ledgers of a folder. */
final class MonitorCommand {
  private MonitorCommand() {}

  /** A command, not started yet, with the heap and the flags that the launcher uses. */
  static TestJvm jvm(Path ledgers, String... arguments) {
    return TestJvm.on(Jdks.ofThisBuild())
        .environment("TT_ALLOC_DIR", ledgers.toString())
        .monitor(arguments);
  }
}
