package io.ttalloc.it.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests calls of methods of closed resources: each call counts once, under the called method,
 * whatever other methods this method calls.
 */
@Variant
class AfterCloseIT {
  private static final String RULES =
      """
        - class: io.ttalloc.it.resources.AfterCloseIT$Source
          subtypes: true
          type: source
          open: [<init>]
          close: [close]
          use: [read, next]
          label: path()
        - class: io.ttalloc.it.resources.AfterCloseIT$Strict
          subtypes: true
          type: strict
          open: [<init>]
          close: [close]
          idempotent: false
          label: path
      """;

  @TempDir private Path folder;

  @OneJdk
  void aCallCountsOnceWhateverItCallsInTurn(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(UsesClosed.class).run().expectSuccess();

    assertThat(result.out()).isEqualTo("a used line\nclosed\n");
    Map<String, JsonObject> used =
        tracked.json().misuse().stream()
            .collect(Collectors.toMap(AfterCloseIT::caller, Function.identity()));
    assertThat(used.keySet())
        .containsExactlyInAnyOrder("overload", "fails", "again", "bridge", "other");
    assertThat(used.values()).allMatch(row -> kind(row).equals("USE_AFTER_CLOSE"));
    assertThat(used.values()).allMatch(row -> row.get("count").getAsInt() == 1);
    assertThat(tracked.ledgers().read().hookErrors()).isZero();
  }

  @OneJdk
  void aCallThatClosesTheResourceIsNoMisuseWhateverItCallsAfterwards(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    tracked.on(jdk).main(ClosesItself.class).run().expectSuccess();

    List<JsonObject> misuse = tracked.json().misuse();
    assertThat(misuse).hasSize(1);
    assertThat(kind(misuse.get(0))).isEqualTo("USE_AFTER_CLOSE");
    assertThat(JsonReport.frames(misuse.get(0), "second"))
        .anyMatch(frame -> frame.startsWith("AfterCloseIT$ClosesItself.afterwards("));
    assertThat(tracked.ledgers().read().hookErrors()).isZero();
  }

  @OneJdk
  void aSecondCloseCountsOnceWhateverItCallsInTurn(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(ClosesTwice.class).run().expectSuccess();

    JsonReport json = tracked.json();
    assertThat(json.misuse()).hasSize(1);
    JsonObject misuse = json.misuse().get(0);
    assertThat(kind(misuse)).isEqualTo("DOUBLE_CLOSE");
    assertThat(misuse.get("count").getAsInt()).isEqualTo(3);
    assertThat(JsonReport.texts(misuse, "labels")).containsExactly("/tmp/strict 0");
    assertThat(misuse.get("moreLabels").getAsBoolean()).isTrue();
    assertThat(result.err()).contains("\n    label    /tmp/strict 0 and others\n");
  }

  @OneJdk
  void misuseNamesTheResource(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);

    JvmResult result = tracked.on(jdk).main(FailsToClose.class).run().expectSuccess();

    List<JsonObject> misuse = tracked.json().misuse();
    assertThat(misuse.stream().map(AfterCloseIT::kind))
        .containsExactlyInAnyOrder("CLOSE_FAILED", "USE_AFTER_CLOSE");
    assertThat(misuse)
        .allMatch(row -> JsonReport.texts(row, "labels").equals(List.of("/tmp/data.bin")));
    assertThat(misuse).noneMatch(row -> row.get("moreLabels").getAsBoolean());
    assertThat(result.err()).contains("\n    label    /tmp/data.bin\n");
  }

  private static String kind(JsonObject misuse) {
    return misuse.get("kind").getAsString();
  }

  /** The method of the program that called the closed resource. */
  private static String caller(JsonObject misuse) {
    return JsonReport.frames(misuse, "second").stream()
        .filter(frame -> frame.startsWith("AfterCloseIT$UsesClosed."))
        .findFirst()
        .orElseThrow()
        .replaceAll(".*UsesClosed\\.|\\(.*", "");
  }

  /** A resource whose methods call each other. */
  static class Source implements AutoCloseable {
    private final String path;

    Source(String path) {
      this.path = path;
    }

    String path() {
      return path;
    }

    int read(byte[] into) {
      return read(into, 0);
    }

    int read(byte[] into, int from) {
      return from < 0 ? failed() : into.length;
    }

    private static int failed() {
      throw new IllegalArgumentException();
    }

    Object next() {
      return "a line";
    }

    @Override
    public void close() {
      read(new byte[0]);
    }
  }

  /** A resource with a compiler-generated bridge method and a call of super. */
  static final class Lines extends Source {
    Lines(String path) {
      super(path);
    }

    @Override
    String next() {
      return super.next().toString().replace(" ", " used ");
    }
  }

  /** A resource whose {@link #next} closes the resource and continues to use it. */
  static final class ClosesItself extends Source {
    private final int from;

    private ClosesItself(int from) {
      super("/tmp/itself");
      this.from = from;
    }

    public static void main(String[] args) {
      Source atItsEnd = new ClosesItself(0);
      System.out.println(atItsEnd.next());
      try {
        System.out.println(new ClosesItself(-1).next());
      } catch (IllegalArgumentException e) {
        // The call of next has closed the object before it failed.
      }
      afterwards(atItsEnd);
    }

    private static void afterwards(Source source) {
      source.read(new byte[1]);
    }

    @Override
    Object next() {
      close();
      return super.next() + " of " + read(new byte[7], from);
    }
  }

  static final class UsesClosed {
    private UsesClosed() {}

    public static void main(String[] args) {
      Source one = new Source("/tmp/one");
      Lines two = new Lines("/tmp/two");
      one.close();
      two.close();
      overload(one);
      fails(one);
      again(one);
      bridge(two);
      other(one);
      one.close();
      two.close();
      System.out.println("closed");
    }

    private static void overload(Source source) {
      source.read(new byte[1]);
    }

    private static void fails(Source source) {
      try {
        source.read(new byte[1], -1);
      } catch (IllegalArgumentException e) {
        // The exception is expected; the call has ended here.
      }
    }

    private static void again(Source source) {
      source.read(new byte[1]);
    }

    private static void bridge(Source source) {
      System.out.println(source.next());
    }

    private static void other(Source source) {
      try (Source open = new Source("/tmp/open")) {
        open.read(new byte[source.read(new byte[1])]);
      }
    }
  }

  /** A resource that must not be closed twice. */
  static class Strict implements AutoCloseable {
    final String path;

    Strict(String path) {
      this.path = path;
    }

    @Override
    public void close() {}
  }

  static final class Layered extends Strict {
    Layered(String path) {
      super(path);
    }

    @Override
    public void close() {
      super.close();
    }
  }

  static final class ClosesTwice {
    private ClosesTwice() {}

    public static void main(String[] args) {
      for (int i = 0; i < 3; i++) {
        Strict strict = new Layered("/tmp/strict " + i);
        for (int times = 0; times < 2; times++) {
          strict.close();
        }
      }
    }
  }

  static final class FailsToClose extends Source {
    private boolean failed;

    private FailsToClose() {
      super("/tmp/data.bin");
    }

    public static void main(String[] args) {
      Source source = new FailsToClose();
      try {
        source.close();
      } catch (IllegalStateException e) {
        source.close();
      }
      source.read(new byte[1]);
    }

    @Override
    public void close() {
      if (!failed) {
        failed = true;
        throw new IllegalStateException("not yet");
      }
    }
  }
}
