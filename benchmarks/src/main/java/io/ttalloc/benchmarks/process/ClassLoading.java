package io.ttalloc.benchmarks.process;

import io.ttalloc.benchmarks.paper.ProcessFigure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Measures the cost that the agent adds to loading many classes: random classes of three frameworks
 * and their dependencies, on eight threads.
 */
final class ClassLoading {
  private static final int CLASSES = 5000;
  private static final int THREADS = 8;
  private static final long SEED = 26;
  private static final String CLASS_FILE = ".class";

  private enum Way {
    BARE,
    WARM
  }

  private record Loading(double cpuSeconds, double residentMegabytes, double pauses) {}

  private final ChildJvm jvm;
  private final AgentFolders folders;
  private final Path names;
  private final Path pauses;
  private final String classPath;

  /**
   * @param written a file with the class path of the frameworks
   */
  ClassLoading(ChildJvm jvm, AgentFolders folders, Path child, Path directory, Path written)
      throws IOException {
    this.jvm = jvm;
    this.folders = folders;
    this.names = directory.resolve("classes.txt");
    this.pauses = directory.resolve("gc.txt");
    String libraries = Files.readString(written).strip();
    this.classPath = child + File.pathSeparator + libraries;
    Files.write(names, randomClasses(libraries));
  }

  List<ProcessFigure> measure(int turns) throws IOException, InterruptedException {
    Turns<Way, Loading> taken = Turns.take(Way.class, turns, this::run);
    String what = "5,000 classes of three frameworks, 8 threads, `packs=auto`";
    return List.of(
        new ProcessFigure(
            "classes.bare.cpu",
            "5,000 classes of three frameworks, 8 threads, no agent: processor time",
            taken.of(Way.BARE, Loading::cpuSeconds),
            "s"),
        new ProcessFigure(
            "classes.warm.cpu",
            what + ", relative to no agent: processor time",
            taken.ratio(Way.WARM, Way.BARE, Loading::cpuSeconds),
            "x"),
        new ProcessFigure(
            "classes.warm.memory",
            what + ": additional peak memory",
            taken.difference(Way.WARM, Way.BARE, Loading::residentMegabytes),
            "MB"),
        new ProcessFigure(
            "classes.warm.pauses",
            what + ", relative to no agent: pauses of the collector",
            taken.ratio(Way.WARM, Way.BARE, Loading::pauses),
            "x"));
  }

  private Loading run(Way way) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(way == Way.BARE ? List.of() : folders.warm());
    arguments.add("-Xlog:gc:file=" + pauses);
    arguments.addAll(List.of("-cp", classPath, LoadClasses.class.getName()));
    arguments.addAll(List.of(names.toString(), Integer.toString(THREADS)));
    MemoryPeak.Watched watched = jvm.watch(way != Way.BARE, arguments);
    if (watched.ended().numbers("loaded").get(0) < CLASSES / 2.0) {
      throw new IllegalStateException("most of the classes could not be loaded");
    }
    try (Stream<String> lines = Files.lines(pauses)) {
      return new Loading(
          watched.ended().cpuSeconds(),
          watched.peak().residentMegabytes(),
          lines.filter(line -> line.contains("Pause")).count());
    }
  }

  /** Returns random classes, the same ones each time. */
  private static List<String> randomClasses(String libraries) throws IOException {
    TreeSet<String> found = new TreeSet<>();
    for (String jar : libraries.split(File.pathSeparator, -1)) {
      addClasses(found, Path.of(jar));
    }
    List<String> classes = new ArrayList<>(found);
    Collections.shuffle(classes, new Random(SEED));
    return classes.subList(0, CLASSES);
  }

  private static void addClasses(Set<String> found, Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      file.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(CLASS_FILE) && !name.contains("-"))
          .map(name -> name.substring(0, name.length() - CLASS_FILE.length()).replace('/', '.'))
          .forEach(found::add);
    }
  }
}
