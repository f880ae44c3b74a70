package io.ttalloc.it.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.testing.Variant;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RecursiveAction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;

/** Tests that one line of code that leaks is one finding, no matter how many stacks reach it. */
@Variant
class FoldedStacksIT {
  @TempDir private Path folder;

  /** Eight files, each opened one call deeper than the one before. */
  @EveryJdk
  void aRecursionOfDifferentDepths(Jdk jdk) throws Exception {
    assertIsOneFinding(run(jdk, "recursion"), 8, "walk");
  }

  /** Two methods call each other, and one of them opens a file. */
  @EveryJdk
  void aRecursionOverTwoMethods(Jdk jdk) throws Exception {
    assertIsOneFinding(run(jdk, "mutual"), 8, "even");
  }

  /** The calling thread processes some elements, worker threads process the others. */
  @EveryJdk
  void aParallelStream(Jdk jdk) throws Exception {
    assertIsOneFinding(run(jdk, "parallel"), 64, "lambda$parallel$");
  }

  /** A task that forks itself, at different depths and in different threads. */
  @EveryJdk
  void aTaskThatForks(Jdk jdk) throws Exception {
    assertIsOneFinding(run(jdk, "fork"), 32, "compute");
  }

  /** Tasks on two kinds of executors, and on the thread that submits them. */
  @EveryJdk
  void executors(Jdk jdk) throws Exception {
    assertIsOneFinding(run(jdk, "executors"), 6, "call");
  }

  private List<JsonObject> run(Jdk jdk, String way) throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "x");
    TrackedRun tracked = TrackedRun.in(folder);
    tracked.on(jdk).main(Program.class, way, file.toString()).run().expectSuccess();
    return tracked.json().findings().stream()
        .filter(finding -> finding.get("leak").getAsBoolean())
        .toList();
  }

  private static void assertIsOneFinding(List<JsonObject> leaks, int count, String method) {
    assertThat(leaks).hasSize(1);
    assertThat(leaks.get(0).get("count").getAsInt()).isEqualTo(count);
    assertThat(leaks.get(0).toString()).contains(method);
  }

  /** Leaves files open. Arguments: how to open them, and a file. */
  static final class Program {
    private static final List<FileInputStream> KEPT =
        Collections.synchronizedList(new ArrayList<>());

    private Program() {}

    static void walk(String file, int deeper) throws FileNotFoundException {
      if (deeper == 0) {
        KEPT.add(new FileInputStream(file));
      } else {
        walk(file, deeper - 1);
      }
    }

    static void even(String file, int deeper) throws FileNotFoundException {
      if (deeper == 0) {
        KEPT.add(new FileInputStream(file));
      } else {
        odd(file, deeper - 1);
      }
    }

    static void odd(String file, int deeper) throws FileNotFoundException {
      even(file, deeper - 1);
    }

    static FileInputStream opened(String file) {
      try {
        return new FileInputStream(file);
      } catch (FileNotFoundException e) {
        throw new UncheckedIOException(e);
      }
    }

    static void parallel(String file) {
      IntStream.range(0, 64).parallel().forEach(i -> KEPT.add(opened(file)));
    }

    /** Opens a file, or lets two tasks do so. */
    static final class Forking extends RecursiveAction {
      private static final long serialVersionUID = 1;
      private final String file;
      private final int deeper;

      Forking(String file, int deeper) {
        this.file = file;
        this.deeper = deeper;
      }

      @Override
      protected void compute() {
        if (deeper == 0) {
          KEPT.add(opened(file));
        } else {
          invokeAll(new Forking(file, deeper - 1), new Forking(file, deeper - 1));
        }
      }
    }

    /** Opens a file. */
    static final class Opening implements Callable<Void> {
      private final String file;

      Opening(String file) {
        this.file = file;
      }

      @Override
      public Void call() {
        KEPT.add(opened(file));
        return null;
      }
    }

    static void executors(String file) throws Exception {
      for (ExecutorService executor :
          List.of(Executors.newFixedThreadPool(1), Executors.newWorkStealingPool(1))) {
        for (int i = 0; i < 3; i++) {
          executor.submit(new Opening(file)).get();
        }
        executor.shutdown();
      }
    }

    public static void main(String[] args) throws Exception {
      String file = args[1];
      switch (args[0]) {
        case "recursion" -> {
          for (int depth = 0; depth < 8; depth++) {
            walk(file, depth);
          }
        }
        case "mutual" -> {
          for (int depth = 0; depth < 8; depth++) {
            even(file, 2 * depth);
          }
        }
        case "parallel" -> parallel(file);
        case "fork" -> new Forking(file, 5).invoke();
        default -> executors(file);
      }
    }
  }
}
