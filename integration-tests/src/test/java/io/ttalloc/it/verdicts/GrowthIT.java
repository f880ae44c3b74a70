package io.ttalloc.it.verdicts;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ttalloc.cli.Main;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.Session;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Jdks;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Phaser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests whether reports mention growth in programs that leave something open in each cycle. */
@Variant
class GrowthIT {
  private static final String RULES =
      Session.RULES
          + "  - class: "
          + Program.class.getName()
          + "\n    cycle:\n      - {method: ended, name: $0}\n";

  @TempDir private Path folder;

  private JsonObject finding(Jdk jdk, Class<?> program) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    tracked.on(jdk).main(program).run().expectSuccess();
    return onlyFinding(tracked);
  }

  private static JsonObject onlyFinding(TrackedRun tracked) throws Exception {
    List<JsonObject> findings = new ArrayList<>();
    tracked.json().findings().forEach(findings::add);
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }

  private static boolean grows(JsonObject finding) {
    return finding.get("growing").getAsBoolean();
  }

  private static List<String> why(JsonObject finding) {
    List<String> why = new ArrayList<>();
    finding.getAsJsonArray("why").forEach(sentence -> why.add(sentence.getAsString()));
    return why;
  }

  private static List<Long> open(JsonObject finding) {
    List<Long> open = new ArrayList<>();
    JsonArray growth = finding.getAsJsonArray("growth");
    for (JsonElement row : growth) {
      open.add(row.getAsJsonObject().get("open").getAsLong());
    }
    return open;
  }

  @OneJdk
  void aLeakInEverySecondRequestGrowsAndAWarmUpThatEndsDoesNot(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    tracked.on(jdk).main(EverySecondBesideWarmUp.class).run().expectSuccess();
    assertThat(tracked.json().findings()).hasSize(2);
    JsonObject leak = openedBy(tracked, "Program.keep(");
    assertThat(grows(leak)).isTrue();
    assertThat(open(leak)).containsExactly(1L, 1L, 2L, 2L, 3L, 3L, 4L, 4L, 5L, 5L, 6L, 6L);
    assertThat(why(leak))
        .contains("open after each of 12 cycles: 1, 1, 2, ... 6; the number rose in 6 of 12");
    JsonObject warmUp = openedBy(tracked, "EverySecondBesideWarmUp.warmUp(");
    assertThat(grows(warmUp)).isFalse();
    assertThat(open(warmUp)).startsWith(3L, 6L, 9L, 12L, 12L).hasSize(12);
  }

  private static JsonObject openedBy(TrackedRun tracked, String method) throws Exception {
    List<JsonObject> found =
        tracked.json().findings().stream()
            .filter(finding -> JsonReport.frames(finding, "openedBy").toString().contains(method))
            .toList();
    assertThat(found).as(method).hasSize(1);
    return found.get(0);
  }

  @OneJdk
  void aLeakInOneOfFourParallelRequestsGrows(Jdk jdk) throws Exception {
    assertThat(grows(finding(jdk, OneOfFour.class))).isTrue();
  }

  @OneJdk
  void aLeakGrowsThoughTheProcessWasIdleAtTheEnd(Jdk jdk) throws Exception {
    JsonObject finding = finding(jdk, IdleAtTheEnd.class);
    assertThat(grows(finding)).isTrue();
    assertThat(why(finding))
        .contains("open after 12 of 16 cycles: 1, 2, 3, ... 12; the number rose in 12 of 12");
  }

  @OneJdk
  void aBoundedCacheThatRenewsItsMembersDoesNotGrow(Jdk jdk) throws Exception {
    JsonObject finding = finding(jdk, BoundedCache.class);
    assertThat(grows(finding)).isFalse();
    assertThat(finding.get("count").getAsLong()).isEqualTo(5);
  }

  @Test
  void aLeakInEverySecondCycleGrowsByMarksFromOutside() throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(Session.RULES);
    try (RunningJvm running =
        tracked.on(Jdks.ofThisBuild()).main(Gated.class, folder.toString()).start()) {
      TestJvm.on(Jdks.ofThisBuild())
          .withoutAgent()
          .environment("TT_ALLOC_DIR", tracked.ledgers().path().toString())
          .classPath(Repository.monitorJar())
          .main(Marks.class, Long.toString(running.pid()), folder.toString())
          .run()
          .expectSuccess();
      running.awaitEnd().expectStatus(0);
    }
    JsonObject finding = onlyFinding(tracked);
    assertThat(open(finding)).containsExactly(1L, 1L, 2L, 2L, 3L, 3L, 4L, 4L, 5L, 5L);
    assertThat(grows(finding)).isTrue();
  }

  /** A program whose cycles end with a method that a rule names. */
  static final class Program {
    static final List<Session> KEPT = new ArrayList<>();

    private Program() {}

    static void ended(String cycle) {
      System.out.println(cycle);
    }

    /** Opens and closes a session, as every request does. */
    static void serve() {
      new Session(1).close();
    }

    static void keep() {
      KEPT.add(new Session(7));
    }
  }

  static final class EverySecondBesideWarmUp {
    private EverySecondBesideWarmUp() {}

    private static void warmUp() {
      Program.KEPT.add(new Session(7));
    }

    public static void main(String[] args) {
      for (int i = 0; i < 12; i++) {
        Program.serve();
        for (int k = 0; k < 3 && i < 4; k++) {
          warmUp();
        }
        if (i % 2 == 0) {
          Program.keep();
        }
        Program.ended("request " + i);
      }
    }
  }

  /** Four threads that serve in lockstep; in each cycle, a different thread leaks. */
  static final class OneOfFour {
    private OneOfFour() {}

    public static void main(String[] args) {
      Phaser step = new Phaser(4);
      for (int t = 0; t < 4; t++) {
        int number = t;
        new Thread(
                () -> {
                  for (int i = 0; i < 40; i++) {
                    serve(i % 4 == number);
                    step.arriveAndAwaitAdvance();
                  }
                })
            .start();
      }
    }

    private static void serve(boolean leaks) {
      Session session = new Session(7);
      if (leaks) {
        synchronized (Program.KEPT) {
          Program.KEPT.add(session);
        }
      } else {
        session.close();
      }
      Program.ended("request");
    }
  }

  static final class IdleAtTheEnd {
    private IdleAtTheEnd() {}

    public static void main(String[] args) {
      for (int i = 0; i < 16; i++) {
        if (i < 12) {
          Program.keep();
        }
        Program.ended("minute " + i);
      }
    }
  }

  static final class BoundedCache {
    private static final Deque<Session> CACHE = new ArrayDeque<>();

    private BoundedCache() {}

    public static void main(String[] args) {
      for (int i = 0; i < 35; i++) {
        CACHE.add(new Session(7));
        if (CACHE.size() > 5) {
          CACHE.remove().close();
        }
        Program.ended("request " + i);
      }
    }
  }

  /** Runs the command {@code mark} for each cycle of {@link Gated}. */
  static final class Marks {
    private Marks() {}

    public static void main(String[] args) throws IOException {
      for (int i = 1; i <= 10; i++) {
        Path ended = Path.of(args[1], "ended" + i);
        Await.until(() -> Files.exists(ended));
        PrintWriter out = new PrintWriter(System.out);
        if (Main.run(List.of("mark", args[0], "cycle " + i), out, out) != 0) {
          System.exit(1);
        }
        Files.createFile(Path.of(args[1], "go" + i));
      }
    }
  }

  /** Leaks in every second cycle; each cycle ends when a file appears. */
  static final class Gated {
    private Gated() {}

    public static void main(String[] args) throws IOException {
      for (int i = 1; i <= 10; i++) {
        Program.serve();
        if (i % 2 == 1) {
          Program.keep();
        }
        Files.createFile(Path.of(args[0], "ended" + i));
        Path go = Path.of(args[0], "go" + i);
        Await.until(() -> Files.exists(go));
      }
    }
  }
}
