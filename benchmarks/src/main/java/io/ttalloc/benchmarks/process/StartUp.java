package io.ttalloc.benchmarks.process;

import io.ttalloc.benchmarks.paper.Estimate;
import io.ttalloc.benchmarks.paper.ProcessFigure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the agent adds to the life of a process. All ways to start are taken in turn, and what is
 * compared is always the difference within one turn.
 */
final class StartUp {
  private static final double NANOS_PER_MILLI = 1e6;

  private enum Way {
    NO_AGENT,
    EMPTY_AGENT,
    OFF,
    NOTHING_MATCHES,
    PACKS,
    EMPTY_AGENT_TO_EXIT,
    NOTHING_MATCHES_TO_EXIT,
    DEMO_EMPTY_AGENT,
    DEMO,
    DEMO_EMPTY_AGENT_TO_EXIT,
    DEMO_TO_EXIT
  }

  private final ChildJvm jvm;
  private final Path agent;
  private final Path demo;
  private final Path child;
  private final Path directory;

  StartUp(ChildJvm jvm, Path agent, Path demo, Path child, Path directory) {
    this.jvm = jvm;
    this.agent = agent;
    this.demo = demo;
    this.child = child;
    this.directory = directory;
  }

  List<ProcessFigure> measure(int rounds) throws IOException, InterruptedException {
    Map<Way, List<Double>> millis = new EnumMap<>(Way.class);
    for (int round = -1; round < rounds; round++) {
      for (Way way : Way.values()) {
        double taken = run(way) / NANOS_PER_MILLI;
        // The first round brings files into memory.
        if (round >= 0) {
          millis.computeIfAbsent(way, w -> new ArrayList<>()).add(taken);
        }
      }
    }
    return figures(millis);
  }

  private static List<ProcessFigure> figures(Map<Way, List<Double>> millis) {
    return List.of(
        over(
            millis,
            "start.emptyAgent",
            "start, empty agent jar over no agent",
            Way.EMPTY_AGENT,
            Way.NO_AGENT),
        over(millis, "start.off", "start, off, over an empty agent jar", Way.OFF, Way.EMPTY_AGENT),
        over(
            millis,
            "start.nothingMatches",
            "start, on and nothing matches, over an empty agent jar",
            Way.NOTHING_MATCHES,
            Way.EMPTY_AGENT),
        over(
            millis,
            "start.packs",
            "start, on with `packs=auto`: all packs of the JDK, over an empty agent jar",
            Way.PACKS,
            Way.EMPTY_AGENT),
        over(
            millis,
            "start.demo",
            "demo `mesh` to the end of main, over an empty agent jar",
            Way.DEMO,
            Way.DEMO_EMPTY_AGENT),
        over(
            millis,
            "life.nothingMatches",
            "on and nothing matches, collection and line at exit included, over an empty agent jar",
            Way.NOTHING_MATCHES_TO_EXIT,
            Way.EMPTY_AGENT_TO_EXIT),
        over(
            millis,
            "life.demo",
            "demo `mesh`, collection and dump at exit included, over an empty agent jar",
            Way.DEMO_TO_EXIT,
            Way.DEMO_EMPTY_AGENT_TO_EXIT));
  }

  private static ProcessFigure over(
      Map<Way, List<Double>> millis, String name, String what, Way way, Way base) {
    List<Double> differences = new ArrayList<>();
    List<Double> taken = millis.getOrDefault(way, List.of());
    List<Double> compared = millis.getOrDefault(base, List.of());
    for (int i = 0; i < taken.size(); i++) {
      differences.add(taken.get(i) - compared.get(i));
    }
    return new ProcessFigure(name, what, Estimate.median(differences), "ms");
  }

  private double run(Way way) throws IOException, InterruptedException {
    List<String> nothing = List.of("-cp", child.toString(), Nothing.class.getName());
    List<String> nothingThenHalt =
        List.of("-cp", child.toString(), ThenHalt.class.getName(), Nothing.class.getName());
    String demoPath = child + File.pathSeparator + demo;
    List<String> mesh = List.of("-cp", demoPath, "io.ttalloc.demo.Demo", "mesh");
    List<String> meshThenHalt =
        List.of("-cp", demoPath, ThenHalt.class.getName(), "io.ttalloc.demo.Demo", "mesh");
    String empty = "-javaagent:" + child;
    String ours = "-javaagent:" + agent + "=dir=" + directory;
    return switch (way) {
      case NO_AGENT -> run(false, List.of(), nothingThenHalt);
      case EMPTY_AGENT -> run(false, List.of(empty), nothingThenHalt);
      case OFF -> run(false, List.of(ours), nothingThenHalt);
      case NOTHING_MATCHES -> run(true, List.of(ours), nothingThenHalt);
      case PACKS -> run(true, List.of(ours + ",packs=auto"), nothingThenHalt);
      case EMPTY_AGENT_TO_EXIT -> run(false, List.of(empty), nothing);
      case NOTHING_MATCHES_TO_EXIT -> run(true, List.of(ours), nothing);
      case DEMO_EMPTY_AGENT -> run(false, List.of(empty), meshThenHalt);
      case DEMO -> run(true, List.of(ours), meshThenHalt);
      case DEMO_EMPTY_AGENT_TO_EXIT -> run(false, List.of(empty), mesh);
      case DEMO_TO_EXIT -> run(true, List.of(ours), mesh);
    };
  }

  private long run(boolean tracking, List<String> options, List<String> program)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(program);
    long nanos = jvm.run(tracking, arguments).nanos();
    LeftLedgers.deleteAll(directory);
    return nanos;
  }
}
