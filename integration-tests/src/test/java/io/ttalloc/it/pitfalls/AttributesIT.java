package io.ttalloc.it.pitfalls;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import java.net.URI;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** The application's own code, from which a rule reads what it opens, may throw, or never end. */
class AttributesIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.pitfalls.AttributesIT$Connection
          subtypes: true
          type: connection
          open: [<init>]
          close: [close]
          bytes: size()
          device: device()
          label: url()
        - class: io.ttalloc.it.pitfalls.AttributesIT$Rounds
          cycle: [{method: end, name: $0}]
          statistics:
            method: endless
            allocated: allocated()
      """;

  @TempDir private Path folder;

  @EveryJdk
  void whatIsOpenedIsOpenThoughItsAttributesThrow(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("fail-on=leak");

    JvmResult result = tracked.on(jdk).main(LeaksUnfinished.class).run();

    assertThat(result.exitStatus()).as(result.err()).isEqualTo(23);
    assertThat(result.err())
        .containsOnlyOnce("while a rule read an attribute of a resource (")
        .contains("java.lang.NullPointerException at ")
        .doesNotContain("switched itself off", "a secret");
    JsonObject finding = tracked.json().findings().get(0);
    assertThat(finding.get("count").getAsInt()).isEqualTo(1_500);
    assertThat(tracked.ledgers().read().hookErrors()).isZero();
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  @OneJdk
  void statisticsWithoutEndEnd(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(HasEndlessStatistics.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("the mark is set\n");
  }

  static final class Rounds {
    private static long given;

    static Iterable<Rounds> endless() {
      return () -> Stream.generate(() -> given++ % 2 == 0 ? null : new Rounds()).iterator();
    }

    long allocated() {
      return 64;
    }

    void end(String name) {
      System.out.println(name);
    }
  }

  static final class HasEndlessStatistics {
    private HasEndlessStatistics() {}

    public static void main(String[] args) {
      new Rounds().end("the mark is set");
    }
  }

  /** Reads a field in a method that its superclass's constructor needs, so to speak. */
  static class Connection implements AutoCloseable {
    int size() {
      return 7;
    }

    int device() {
      return 0;
    }

    String url() {
      return "some";
    }

    @Override
    public void close() {}
  }

  static class Unfinished extends Connection {
    private final URI uri;

    Unfinished(URI uri) {
      this.uri = uri;
    }

    @Override
    String url() {
      return uri.toString();
    }
  }

  static final class LeaksUnfinished {
    private static final Connection[] OPEN = new Connection[1_500];

    private LeaksUnfinished() {}

    public static void main(String[] args) {
      for (int i = 0; i < OPEN.length; i++) {
        OPEN[i] = new Unfinished(URI.create("https://example.org/?a=secret"));
      }
    }
  }
}
