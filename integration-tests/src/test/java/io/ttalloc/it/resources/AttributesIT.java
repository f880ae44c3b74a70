package io.ttalloc.it.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests rules that read attributes of a resource by calling the application's own code, which may
 * throw or never return.
 */
class AttributesIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.resources.AttributesIT$Connection
          subtypes: true
          type: connection
          open: [<init>]
          close: [close]
          bytes: size()
          device: device()
          label: url()
        - class: io.ttalloc.it.resources.AttributesIT$Odd
          type: odd
          open: [<init>, find]
          close: [close]
          bytes: endless()
          address: nothing()
          device: device()
          space: =DRAM
          session: badName()
          shared: wrong()
          label: path()
        - class: io.ttalloc.it.resources.AttributesIT$Rounds
          cycle: [{method: end, name: $0}]
          statistics:
            method: endless
            allocated: allocated()
      """;

  @TempDir private Path folder;

  @OneJdk
  void whatIsOpenedIsOpenThoughItsAttributesThrow(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("fail-on=leak");

    JvmResult result = tracked.on(jdk).main(LeaksUnfinished.class).run();

    assertThat(result.exitStatus()).as(result.err()).isEqualTo(23);
    assertThat(result.err())
        .containsOnlyOnce(" could not be read ")
        .contains(
            "rules.yaml:10:12: 'url()' for 'label' of "
                + Unfinished.class.getName()
                + " could not be read (java.lang.NullPointerException at ")
        .doesNotContain("switched itself off", "a secret");
    JsonObject finding = tracked.json().findings().get(0);
    assertThat(finding.get("count").getAsInt()).isEqualTo(1_500);
    assertThat(tracked.ledgers().read().hookErrors()).isZero();
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  @Variant
  @OneJdk
  void anAttributeThatCannotBeReadCostsNoOther(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(LeaksOdd.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("4 of 4\n");
    for (String unreadable :
        List.of(
            "'endless()' for 'bytes' of "
                + Odd.class.getName()
                + " could not be read (java.lang.Stack",
            "'nothing()' for 'address' of "
                + Odd.class.getName()
                + " could not be read (java.lang.Null",
            "'badName()' for 'session' of "
                + Odd.class.getName()
                + " could not be read (java.util.No",
            "'wrong()' for 'shared' of "
                + Odd.class.getName()
                + " could not be read (java.lang.ClassC")) {
      assertThat(result.err()).containsOnlyOnce(unreadable);
    }
    JsonObject finding = tracked.json().findings().get(0);
    assertThat(finding.get("count").getAsInt()).isEqualTo(4);
    assertThat(finding.get("bytes").getAsLong()).isZero();
    assertThat(JsonReport.texts(finding, "devices")).containsExactly("3");
    assertThat(JsonReport.texts(finding, "addresses")).isEmpty();
    assertThat(finding.get("space").getAsString()).isEqualTo("DRAM");
    assertThat(JsonReport.texts(finding, "labels")).containsExactly("/tmp/odd");
    assertThat(tracked.ledgers().read().hookErrors()).isZero();
    assertThat(tracked.ledgers().read().dropped()).isZero();
  }

  @Variant
  @OneJdk
  void whatAMethodDoesNotFindHasNoAttributes(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(FindsNothing.class).run().expectSuccess();

    assertThat(result.err())
        .isEqualTo("tt-alloc: clean. 0 opened, 0 closed, Active allocations: 0\n");
  }

  @Variant
  @OneJdk
  void statisticsWithoutEndEnd(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(HasEndlessStatistics.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("the mark is set\n");
  }

  static final class Rounds {
    private static long count;

    static Iterable<Rounds> endless() {
      return () -> Stream.generate(() -> count++ % 2 == 0 ? null : new Rounds()).iterator();
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

  /**
   * The attributes of this class are read when its constructor returns, before a subclass has set
   * its own fields.
   */
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

  /** A resource with many methods that misbehave. */
  static final class Odd {
    static @Nullable Odd find(boolean there) {
      return there ? new Odd() : null;
    }

    long endless() {
      return device() == 3 ? endless() + 1 : 0;
    }

    @Nullable Long nothing() {
      return null;
    }

    int device() {
      return 3;
    }

    Object badName() {
      return new Object() {
        @Override
        public String toString() {
          throw new NoSuchElementException();
        }
      };
    }

    Object wrong() {
      return "yes";
    }

    String path() {
      return "/tmp/odd";
    }

    void close() {}
  }

  static final class LeaksOdd {
    private static final List<Odd> OPEN = new ArrayList<>();

    private LeaksOdd() {}

    public static void main(String[] args) {
      while (OPEN.size() < 4) {
        OPEN.add(new Odd());
      }
      System.out.println(OPEN.size() + " of 4");
    }
  }

  static final class FindsNothing {
    private FindsNothing() {}

    public static void main(String[] args) {
      if (Odd.find(args.length > 0) == null) {
        System.out.println("nothing");
      }
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
