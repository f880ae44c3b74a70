package io.ttalloc.it.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** Tests constructors that fail, with and without closing what they have opened. */
@Variant
class FailingConstructorsIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.weaving.FailingConstructorsIT$Pipe
          subtypes: true
          type: pipe
          open: [<init>]
          close: [close]
        - class: io.ttalloc.it.weaving.FailingConstructorsIT$Line
          subtypes: true
          type: line
          open: [connect]
          close: [close]
        - class: io.ttalloc.it.weaving.FailingConstructorsIT$Named
          type: named
          open: [<init>(String)]
          close: [close]
      """;

  @TempDir private Path folder;

  @OneJdk
  void whatAConstructorClosesBeforeItFailsIsNoUnknownClose(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(ClosesAll.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("failed 7 times\n");
    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 4 opened, 4 closed, Active allocations: 0\n");
  }

  @OneJdk
  void whatASubclassAcquiredAndDidNotCloseIsReported(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    tracked.on(jdk).main(ClosesNothing.class).run().expectSuccess();

    JsonReport json = tracked.json();
    assertThat(json.findings()).hasSize(1);
    JsonObject finding = json.findings().get(0);
    assertThat(finding.get("class").getAsString()).endsWith("$Forgets");
    assertThat(finding.get("leak").getAsBoolean()).isTrue();
    assertThat(JsonReport.frames(finding, "openedBy"))
        .anyMatch(frame -> frame.startsWith("FailingConstructorsIT$Forgets.<init>("));
    assertThat(json.misuse()).isEmpty();
  }

  /** Objects created by a constructor that the rule omits are noticed when they are closed. */
  @OneJdk
  void aCloseOfWhatAnotherConstructorMadeIsUnknown(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    tracked.on(jdk).main(ClosesUnknown.class).run().expectSuccess();

    assertThat(tracked.json().misuse())
        .singleElement()
        .satisfies(row -> assertThat(row.get("kind").getAsString()).isEqualTo("CLOSE_OF_UNKNOWN"))
        .satisfies(row -> assertThat(row.get("type").getAsString()).isEqualTo("named"));
  }

  /** Opened when its first constructor returns. */
  static class Pipe implements AutoCloseable {
    /**
     * Fails unless the argument is empty. The argument selects what the constructor does before it
     * fails.
     */
    Pipe(String how) {
      try {
        if (!how.isEmpty()) {
          throw new IllegalStateException(how);
        }
      } catch (IllegalStateException e) {
        switch (how) {
          case "itself" -> close();
          case "helper" -> release();
          case "registered" -> ClosesAll.REGISTERED.add(this);
          default -> onAnotherThread(this::close);
        }
        throw e;
      }
    }

    private void release() {
      close();
    }

    static void onAnotherThread(Runnable task) {
      Thread thread = new Thread(task);
      thread.start();
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {}
  }

  /** Closes itself before it fails, after its superclass constructor acquired a resource. */
  static final class Tidy extends Pipe {
    Tidy(boolean helped) {
      super("");
      try {
        throw new IllegalStateException("tidy");
      } catch (IllegalStateException e) {
        if (helped) {
          tidyUp();
        } else {
          close();
        }
        throw e;
      }
    }

    private void tidyUp() {
      close();
    }
  }

  /** Does not close what its superclass constructor acquired, and fails for a null argument. */
  static final class Forgets extends Pipe {
    Forgets(@Nullable Object what) {
      super("");
      Objects.requireNonNull(what);
    }
  }

  /** A resource opened by a method that its constructor calls. */
  static class Line implements AutoCloseable {
    Line(boolean broken) {
      try {
        connect(broken);
      } catch (IllegalStateException e) {
        close();
        throw e;
      }
    }

    final void connect(boolean broken) {
      if (broken) {
        throw new IllegalStateException("broken");
      }
    }

    @Override
    public void close() {}
  }

  /** A class whose rule does not name the second constructor. */
  static final class Named implements AutoCloseable {
    final String name;

    Named(String name) {
      this.name = name;
    }

    Named(int number) {
      this.name = Integer.toString(number);
    }

    @Override
    public void close() {}
  }

  static final class ClosesAll {
    static final List<Pipe> REGISTERED = new ArrayList<>();

    private ClosesAll() {}

    public static void main(String[] args) {
      List<Runnable> all =
          List.of(
              () -> new Pipe("itself").close(),
              () -> new Pipe("helper").close(),
              () -> new Pipe("registered").close(),
              () -> new Pipe("thread").close(),
              () -> new Tidy(false).close(),
              () -> new Tidy(true).close(),
              () -> new Line(true).close());
      int failed = 0;
      for (Runnable one : all) {
        try {
          one.run();
        } catch (IllegalStateException e) {
          failed++;
        }
      }
      REGISTERED.forEach(Pipe::close);
      new Pipe("").close();
      new Line(false).close();
      System.out.println("failed " + failed + " times");
    }
  }

  static final class ClosesNothing {
    private ClosesNothing() {}

    public static void main(String[] args) {
      try (Pipe never = new Forgets(args.length == 0 ? null : "")) {
        System.out.println(never);
      } catch (NullPointerException e) {
        System.out.println("lost");
      }
    }
  }

  static final class ClosesUnknown {
    private ClosesUnknown() {}

    public static void main(String[] args) {
      new Named("known").close();
      new Named(1).close();
    }
  }
}
