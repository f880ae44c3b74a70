package io.ttalloc.benchmarks.process;

import io.ttalloc.benchmarks.paper.ProcessFigure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the memory that the agent uses outside the heap and the ledger, up to the very end of a
 * program, including its child processes. The heap has a fixed size and is touched in advance, so
 * that it is the same in every run. The ledger is a mapped file, and mapped files are not counted.
 */
final class OutsideMemory {
  private enum Way {
    BARE,
    WARM,
    COLD,
    LEAKS_BARE,
    LEAKS_WARM
  }

  private final ChildJvm jvm;
  private final AgentFolders folders;
  private final Path child;

  OutsideMemory(ChildJvm jvm, AgentFolders folders, Path child) {
    this.jvm = jvm;
    this.folders = folders;
    this.child = child;
  }

  List<ProcessFigure> measure(int turns) throws IOException, InterruptedException {
    Turns<Way, Double> taken = Turns.take(Way.class, turns, this::run);
    return List.of(
        new ProcessFigure(
            "outside.bare",
            "peak memory outside the heap and mapped files, hello world, no agent",
            taken.of(Way.BARE, Double::doubleValue),
            "MB"),
        more("outside.hello.warm", "hello world, warm", taken, Way.WARM, Way.BARE),
        more("outside.hello.cold", "hello world, cold", taken, Way.COLD, Way.BARE),
        more("outside.leaks", "program with 5 leaks, warm", taken, Way.LEAKS_WARM, Way.LEAKS_BARE));
  }

  private static ProcessFigure more(
      String name, String program, Turns<Way, Double> taken, Way way, Way base) {
    return new ProcessFigure(
        name,
        "peak memory outside the heap and ledger, `packs=auto`, added by the agent: " + program,
        taken.difference(way, base, Double::doubleValue),
        "MB");
  }

  private double run(Way way) throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            switch (way) {
              case BARE, LEAKS_BARE -> List.of();
              case WARM, LEAKS_WARM -> folders.warm();
              case COLD -> folders.cold();
            });
    arguments.addAll(List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-cp", child.toString()));
    boolean leaks = way == Way.LEAKS_BARE || way == Way.LEAKS_WARM;
    arguments.add((leaks ? FiveLeaks.class : Hello.class).getName());
    arguments.add(child.toString());
    boolean tracking = way != Way.BARE && way != Way.LEAKS_BARE;
    return jvm.watch(tracking, arguments).peak().anonymousMegabytes();
  }
}
