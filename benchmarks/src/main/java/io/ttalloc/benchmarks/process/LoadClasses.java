package io.ttalloc.benchmarks.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Loads classes by name on several threads at once. */
public final class LoadClasses {
  private final List<String> names;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();

  private LoadClasses(List<String> names) {
    this.names = names;
  }

  /** Loads the classes named in a file, one per line, on a number of threads. */
  public static void main(String[] args) throws Exception {
    LoadClasses program = new LoadClasses(Files.readAllLines(Path.of(args[0])));
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      Thread thread = new Thread(program::load);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("loaded=" + (program.names.size() - program.failed.get()));
  }

  private void load() {
    ClassLoader loader = LoadClasses.class.getClassLoader();
    for (int i = next.getAndIncrement(); i < names.size(); i = next.getAndIncrement()) {
      try {
        Class.forName(names.get(i), false, loader);
      } catch (ClassNotFoundException | LinkageError e) {
        // Frameworks contain classes that need libraries which are not on the class path.
        failed.incrementAndGet();
      }
    }
  }
}
