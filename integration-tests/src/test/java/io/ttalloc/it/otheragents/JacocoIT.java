package io.ttalloc.it.otheragents;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.tools.ExecFileLoader;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests with JaCoCo's agent, which adds a field, a method and probes to each class that it
 * measures. The rule reads a field, because a method called by the rule would count as covered.
 */
class JacocoIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.otheragents.JacocoIT$Door
          type: door
          open: [<init>]
          close: [close]
          bytes: size
      """;

  private static final List<Class<?>> MEASURED =
      List.of(Door.class, HeavyDoor.class, Visits.class, Guest.class);

  @TempDir private Path folder;

  @OneJdk
  void itsFiguresAreTheSameWithAndWithoutUsInBothOrders(Jdk jdk) throws Exception {
    Path alone = folder.resolve("alone.exec");
    visits(TestJvm.on(jdk).withoutAgent().jvmFlags(jacoco(alone)));
    Path inFront = folder.resolve("front.exec");
    TrackedRun behindIt = TrackedRun.in(folder).rules(RULES);
    visits(behindIt.on(jdk).jvmFlags(jacoco(inFront)));
    Path behind = folder.resolve("behind.exec");
    TrackedRun inFrontOfIt = TrackedRun.in(folder).rules(RULES);
    visits(inFrontOfIt.on(jdk).jvmFlagsBehindAgent(jacoco(behind)));

    assertThat(probes(alone).keySet()).hasSize(MEASURED.size());
    assertThat(probes(inFront)).isEqualTo(probes(alone));
    assertThat(probes(behind)).isEqualTo(probes(alone));
    assertThat(figures(alone))
        .contains("JacocoIT$Guest: 1 of 3 lines missed, 4 of 9 instructions, 1 of 3 methods");
    assertThat(figures(inFront)).isEqualTo(figures(alone));
    assertThat(figures(behind)).isEqualTo(figures(alone));
    assertTracked(behindIt);
    assertTracked(inFrontOfIt);
  }

  private static void visits(TestJvm jvm) throws Exception {
    JvmResult result = jvm.main(Visits.class).run().expectSuccess();
    assertThat(result.out()).isEqualTo("5 guests\n");
  }

  /** The flag that loads JaCoCo's agent, whose jar is on the class path. */
  private static String jacoco(Path destination) {
    String jar =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> entry.matches(".*org\\.jacoco\\.agent-[\\d.]+-runtime\\.jar"))
            .findFirst()
            .orElseThrow();
    return "-javaagent:%s=destfile=%s,includes=%s*"
        .formatted(jar, destination, JacocoIT.class.getName());
  }

  private static ExecutionDataStore read(Path file) throws IOException {
    ExecFileLoader loader = new ExecFileLoader();
    loader.load(file.toFile());
    return loader.getExecutionDataStore();
  }

  /** The probes hit in each class, and the checksum of the class file seen by JaCoCo. */
  private static Map<String, String> probes(Path file) throws IOException {
    Map<String, String> probes = new TreeMap<>();
    for (ExecutionData data : read(file).getContents()) {
      probes.put(
          data.getName(), Long.toHexString(data.getId()) + " " + Arrays.toString(data.getProbes()));
    }
    return probes;
  }

  /** The figures of JaCoCo's report, computed with the class files of the build. */
  private static List<String> figures(Path file) throws IOException {
    CoverageBuilder builder = new CoverageBuilder();
    Analyzer analyzer = new Analyzer(read(file), builder);
    for (Class<?> each : MEASURED) {
      String name = "/" + each.getName().replace('.', '/') + ".class";
      try (InputStream in = each.getResourceAsStream(name)) {
        analyzer.analyzeClass(Objects.requireNonNull(in), name);
      }
    }
    assertThat(builder.getNoMatchClasses()).as("class files that do not match").isEmpty();
    List<String> figures = new ArrayList<>();
    for (IClassCoverage each : builder.getClasses()) {
      String name = each.getName().substring(each.getName().lastIndexOf('/') + 1);
      figures.add(
          "%s: %d of %d branches missed"
              .formatted(
                  name,
                  each.getBranchCounter().getMissedCount(),
                  each.getBranchCounter().getTotalCount()));
      figures.add(
          "%s: %d of %d lines missed, %d of %d instructions, %d of %d methods"
              .formatted(
                  name,
                  each.getLineCounter().getMissedCount(),
                  each.getLineCounter().getTotalCount(),
                  each.getInstructionCounter().getMissedCount(),
                  each.getInstructionCounter().getTotalCount(),
                  each.getMethodCounter().getMissedCount(),
                  each.getMethodCounter().getTotalCount()));
    }
    figures.sort(null);
    return figures;
  }

  private static void assertTracked(TrackedRun tracked) throws Exception {
    JsonReport json = tracked.json();
    assertThat(json.total("opened")).isEqualTo(6);
    assertThat(json.total("closed")).isEqualTo(4);
    assertThat(json.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.get("bytes").getAsLong()).isEqualTo(2 * 80);
              assertThat(JsonReport.frames(finding, "openedBy").get(1))
                  .startsWith("JacocoIT$Visits.visit(");
            });
    assertThat(json.misuse()).isEmpty();
    assertThat(json.lastingReasons()).isEmpty();
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  /**
   * No rule names this class. The tracked subclass inherits its close method, so weaving adds an
   * overriding close method to the subclass.
   */
  static class HeavyDoor implements AutoCloseable {
    int size = 80;

    @Override
    public void close() {
      size = size > 0 ? 0 : -1;
    }
  }

  /** The tracked class. */
  static final class Door extends HeavyDoor {}

  /** An untracked class; part of its code is never run. */
  static final class Guest {
    String name() {
      return "a guest";
    }

    String neverAsked() {
      return name() + " that was asked";
    }
  }

  /** Opens a door for each guest, and closes all but the first and the last. */
  static final class Visits {
    private static final List<Door> KEPT = new ArrayList<>();

    private Visits() {}

    public static void main(String[] args) {
      int guests = 0;
      for (int i = 0; i < 6; i++) {
        guests += visit(i % 5 == 0) ? 1 : 0;
      }
      System.out.println(guests - 1 + " guests");
    }

    private static boolean visit(boolean keep) {
      Door door = new Door();
      if (keep) {
        KEPT.add(door);
      } else {
        door.close();
      }
      return !new Guest().name().isEmpty();
    }
  }
}
