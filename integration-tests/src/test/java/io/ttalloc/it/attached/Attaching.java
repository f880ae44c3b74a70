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
import java.util.ArrayList;
import java.util.List;

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

  /** Runs a tt-alloc command in the JVM of the test, and removes the note about waiting. */
  JvmResult command(String... words) {
    return withoutNote(Monitor.here(words));
  }

  /**
   * Removes from the output of a command the note that it prints when it waits for more than a
   * second.
   */
  static JvmResult withoutNote(JvmResult result) {
    String err = result.err().replaceAll("tt-alloc: waiting for process \\d+ \\.\\.\\.\n", "");
    return new JvmResult(result.exitStatus(), result.out(), err);
  }

  /** A separate JVM for a tt-alloc command; its working directory contains the rule file. */
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

  /**
   * Attaches from a separate JVM. File names are relative to the working directory of that JVM, and
   * its environment variables name the folder of the ledgers.
   */
  JvmResult attachFromOutside(RunningJvm running, String... options) throws InterruptedException {
    return withoutNote(jvm(words("attach", running, options)).run());
  }

  /** Attaches with the given options and an option that names the folder of the ledgers. */
  JvmResult attach(RunningJvm running, String... options) {
    return attach(Long.toString(running.pid()), options);
  }

  JvmResult attach(String pid, String... options) {
    List<String> words = new ArrayList<>(List.of("attach", pid, ledgers().option()));
    if (!List.of(options).contains("holders=true")) {
      words.add("holders=false");
    }
    words.addAll(List.of(options));
    return command(words.toArray(String[]::new));
  }

  /** The option for the rule file. */
  String rules() {
    return "rules=" + file("rules.yaml");
  }

  JvmResult on(String command, RunningJvm running, String... more) {
    return command(words(command, running, more));
  }

  private static String[] words(String command, RunningJvm running, String... more) {
    String[] words = new String[2 + more.length];
    words[0] = command;
    words[1] = Long.toString(running.pid());
    System.arraycopy(more, 0, words, 2, more.length);
    return words;
  }

  /** The option for a report on standard error and in a file. */
  String reports() {
    return "dump=stderr," + file("report.json");
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  /** Lets the program continue. */
  void allow(String step) throws IOException {
    Files.createFile(folder.resolve(step));
  }

  LedgerFolder ledgers() {
    return new LedgerFolder(folder.resolve("ledgers"));
  }

  JsonReport json() throws IOException {
    return JsonReport.read(file("report.json"));
  }
}
