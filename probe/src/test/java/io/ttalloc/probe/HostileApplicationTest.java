package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Methods of the application's objects may do anything when a hook calls them. */
class HostileApplicationTest {
  @TempDir Path folder;

  /**
   * The number of stacks to overflow, each at a different depth. The stacks are small because only
   * their last frames matter.
   */
  private static final int SMALL_STACKS = 12;

  private static void open(Object object, int rule, Object space, Object label) {
    Hooks.opened(object, rule, 8, 8, 0, 0, space, null, true, false, label, null);
  }

  private static void close(Object object, int rule) {
    Hooks.closed(object, Hooks.closing(object, rule), null);
  }

  @Test
  void anObjectWhoseToStringThrowsIsRecordedAllTheSame() throws Exception {
    Object thrower =
        new Object() {
          @Override
          public String toString() {
            throw new IllegalStateException("no name");
          }
        };
    try (TestProbe probe = new TestProbe(folder)) {
      Object resource = new Object();
      open(resource, probe.plain, thrower, thrower);
      assertThat(probe.slots())
          .singleElement()
          .satisfies(
              slot -> {
                String said = "(toString() threw java.lang.IllegalStateException)";
                assertThat(slot.place().space()).isEqualTo(said);
                assertThat(slot.label()).isEqualTo(said);
              });
      close(resource, probe.plain);
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.failures).isEmpty();
    }
  }

  @Test
  void anObjectWithoutANameIsRecorded() throws Exception {
    Object nameless =
        new Object() {
          @Override
          @SuppressWarnings("ToStringReturnsNull") // Misbehaving is the point of the test.
          public String toString() {
            return null;
          }
        };
    try (TestProbe probe = new TestProbe(folder)) {
      Object resource = new Object();
      open(resource, probe.plain, nameless, nameless);
      assertThat(probe.slots()).hasSize(1);
      close(resource, probe.plain);
    }
  }

  static Stream<Throwable> whatNamesThrow() {
    return Stream.of(
        new OutOfMemoryError("as if"),
        new InternalError("as if"),
        new Error("plain"),
        new IOException("not declared"));
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T undeclared(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @ParameterizedTest
  @MethodSource("whatNamesThrow")
  void recordsAResourceWhateverItsNameThrows(Throwable thrown) throws Exception {
    Object fatal =
        new Object() {
          @Override
          public String toString() {
            throw HostileApplicationTest.<RuntimeException>undeclared(thrown);
          }
        };
    try (TestProbe probe = new TestProbe(folder)) {
      Object resource = new Object();
      open(resource, probe.plain, null, fatal);
      assertThat(probe.image().losses()).isEmpty();
      assertThat(probe.slots())
          .singleElement()
          .satisfies(
              slot ->
                  assertThat(slot.label())
                      .isEqualTo("(toString() threw " + thrown.getClass().getName() + ")"));
      close(resource, probe.plain);
      assertThat(probe.slots()).isEmpty();
    }
  }

  @Test
  void aThreadThatRunsOutOfStackInHooksIsSeenAfterwards() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int i = 0; i < SMALL_STACKS; i++) {
        int padding = i * 3;
        Thread small = new Thread(null, () -> digToTheEnd(probe, padding), "small", 192 << 10);
        small.start();
        small.join();
      }
      long seen = probe.sum(tally -> tally.type().name().equals("owner") ? tally.closed() : 0);
      assertThat(seen).isEqualTo(SMALL_STACKS);
    }
  }

  /** Overflows the stack, and then opens and closes an owner, which must be recorded. */
  private static void digToTheEnd(TestProbe probe, int padding) {
    try {
      dig(probe, new Object[1], padding);
    } catch (StackOverflowError e) {
      Object resource = new Object();
      open(resource, probe.owner, null, null);
      close(resource, probe.owner);
    }
  }

  /** Calls hooks at every depth, so that some of them overflow the stack somewhere inside. */
  private static int dig(TestProbe probe, Object[] resource, int padding) {
    resource[0] = new Object();
    open(resource[0], probe.plain, null, null);
    close(resource[0], probe.plain);
    return padding == 0
        ? 1 + dig(probe, resource, 0)
        : 1 + dig(probe, resource, padding - 1) + padding;
  }

  @Test
  void ignoresHooksThatAreCalledWithinAHook() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Object inner = new Object();
      Object opening =
          new Object() {
            @Override
            public String toString() {
              open(inner, probe.plain, null, null);
              return "opening";
            }
          };
      Object resource = new Object();
      open(resource, probe.plain, null, opening);
      assertThat(probe.slots()).hasSize(1);
      close(resource, probe.plain);
      assertThat(probe.slots()).isEmpty();
    }
  }
}
