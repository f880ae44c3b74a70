package io.ttalloc.it.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
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

/** Tests that all leaks of one line of code are one finding, no matter how many stacks reach it. */
@Variant
class FoldedStacksIT {
  @TempDir private Path folder;

  /**
   * Each line is reached in a different way: by a recursion of different depths; by two methods
   * that call each other; by a parallel stream, which the calling thread and worker threads process
   * together; by a task that forks itself, at different depths and in different threads; by tasks
   * on two kinds of executors.
   */
  @EveryJdk
  void eachLineThatLeaksIsOneFinding(Jdk jdk) throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "x");
    TrackedRun tracked = TrackedRun.in(folder);
    tracked.on(jdk).main(Program.class, file.toString()).run().expectSuccess();

    List<JsonObject> leaks =
        tracked.json().findings().stream()
            .filter(finding -> finding.get("leak").getAsBoolean())
            .toList();
    assertIsOneFinding(leaks, 8, "Program.walk(");
    assertIsOneFinding(leaks, 8, "Program.even(");
    assertIsOneFinding(leaks, 64, "Program.lambda$parallel$");
    assertIsOneFinding(leaks, 32, "Forking.compute(");
    assertIsOneFinding(leaks, 6, "Opening.call(");
    assertThat(leaks).hasSize(5);
  }

  private static void assertIsOneFinding(List<JsonObject> leaks, int count, String method) {
    List<JsonObject> found =
        leaks.stream()
            .filter(leak -> String.join("\n", JsonReport.frames(leak, "openedBy")).contains(method))
            .toList();
    assertThat(found).as(method).hasSize(1);
    assertThat(found.get(0).get("count").getAsInt()).as(method).isEqualTo(count);
  }

  /** Opens the file named by its argument in each of the tested ways, and leaves it open. */
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

    static void parallel(String file) {
      IntStream.range(0, 64)
          .parallel()
          .forEach(
              i -> {
                try {
                  KEPT.add(new FileInputStream(file));
                } catch (FileNotFoundException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }

    /** A task that opens a file, or forks two tasks of this kind and waits for them. */
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
        if (deeper > 0) {
          invokeAll(new Forking(file, deeper - 1), new Forking(file, deeper - 1));
          return;
        }
        try {
          KEPT.add(new FileInputStream(file));
        } catch (FileNotFoundException e) {
          throw new UncheckedIOException(e);
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
      public Void call() throws FileNotFoundException {
        KEPT.add(new FileInputStream(file));
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
      String file = args[0];
      for (int depth = 0; depth < 8; depth++) {
        walk(file, depth);
        even(file, 2 * depth);
      }
      parallel(file);
      new Forking(file, 5).invoke();
      executors(file);
    }
  }
}
