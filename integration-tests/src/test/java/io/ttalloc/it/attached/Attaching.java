package io.ttalloc.it.attached;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.LedgerFolder;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs programs without the agent, and commands in a folder with a rule file. */
record Attaching(Path folder) {

  static Attaching in(Path folder) throws IOException {
    Files.writeString(folder.resolve("rules.yaml"), Door.RULES);
    return new Attaching(folder);
  }

  /** Returns a program that receives the folder as its argument. */
  TestJvm program(Jdk jdk, Class<?> main) {
    return TestJvm.on(jdk).withoutAgent().main(main, folder.toString());
  }

  RunningJvm doors(Jdk jdk) throws InterruptedException {
    RunningJvm running = program(jdk, Doors.class).start();
    running.awaitLine("^opened before$");
    return running;
  }

  /**
   * Runs a tt-alloc command, and removes from its output the note that it takes more than a second.
   */
  JvmResult command(String... words) throws InterruptedException {
    JvmResult result = jvm(words).run();
    String err = result.err().replaceAll("tt-alloc: waiting for process \\d+ \\.\\.\\.\n", "");
    return new JvmResult(result.exitStatus(), result.out(), err);
  }

  TestJvm jvm(String... words) {
    return TestJvm.on(Jdks.ofThisBuild())
        .monitor(words)
        .directory(folder)
        .environment("TT_ALLOC_DIR", ledgers().path().toString())
        .environment("TT_ALLOC_HOLDERS", "false");
  }

  /** The output of {@code ps} for the ledgers. */
  String ps() {
    return Monitor.here("ps", "--monitor=none", "--dir=" + ledgers().path()).expectSuccess().out();
  }

  JvmResult attach(RunningJvm running, String... options) throws InterruptedException {
    return on("attach", running, options);
  }

  JvmResult on(String command, RunningJvm running, String... more) throws InterruptedException {
    String[] words = new String[2 + more.length];
    words[0] = command;
    words[1] = Long.toString(running.pid());
    System.arraycopy(more, 0, words, 2, more.length);
    return command(words);
  }

  /** Lets the program continue. */
  void allow(String step) throws IOException {
    Files.createFile(folder.resolve(step));
  }

  LedgerFolder ledgers() {
    return new LedgerFolder(folder.resolve("ledgers"));
  }

  JsonReport report() throws IOException {
    return JsonReport.read(folder.resolve("report.json"));
  }
}
