package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.ledger.Gap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the application hands to a hook may do anything. */
class HostileApplicationTest {
  @TempDir Path folder;

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
    try (Watched watched = new Watched(folder)) {
      Object resource = new Object();
      open(resource, watched.plain, thrower, thrower);
      assertThat(watched.slots())
          .singleElement()
          .satisfies(
              slot -> {
                String said = "(toString() threw java.lang.IllegalStateException)";
                assertThat(slot.space()).isEqualTo(said);
                assertThat(slot.extension().label()).isEqualTo(said);
              });
      close(resource, watched.plain);
      assertThat(watched.slots()).isEmpty();
      assertThat(watched.failures).hasValue(0);
    }
  }

  @Test
  void anObjectWithoutANameIsRecorded() throws Exception {
    Object nameless =
        new Object() {
          @Override
          @SuppressWarnings("ToStringReturnsNull") // That is what the test is about.
          public String toString() {
            return null;
          }
        };
    try (Watched watched = new Watched(folder)) {
      Object resource = new Object();
      open(resource, watched.plain, nameless, nameless);
      assertThat(watched.slots()).hasSize(1);
      close(resource, watched.plain);
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
  void whateverTheNameOfAResourceThrowsItIsRecorded(Throwable thrown) throws Exception {
    Object fatal =
        new Object() {
          @Override
          public String toString() {
            throw HostileApplicationTest.<RuntimeException>undeclared(thrown);
          }
        };
    try (Watched watched = new Watched(folder)) {
      Object resource = new Object();
      open(resource, watched.plain, null, fatal);
      assertThat(watched.image().losses()).isEmpty();
      assertThat(watched.slots())
          .singleElement()
          .satisfies(
              slot ->
                  assertThat(slot.extension().label())
                      .isEqualTo("(toString() threw " + thrown.getClass().getName() + ")"));
      close(resource, watched.plain);
      assertThat(watched.slots()).isEmpty();
    }
  }

  /** What a rule reads may throw: then what is opened has no attributes, and lies nowhere. */
  @Test
  void whatHasNoReadableAttributesIsOpenedAllTheSame() throws Exception {
    try (Watched watched = new Watched(folder)) {
      Object resource = new Object();
      Hooks.attributeThrew(new NullPointerException());
      Hooks.opened(
          resource,
          watched.placed,
          64,
          Hooks.UNKNOWN_PLACE,
          0,
          0,
          null,
          null,
          true,
          false,
          null,
          null);
      assertThat(watched.image().process().gaps()).containsExactly(Gap.ATTRIBUTE_THREW);
      assertThat(watched.image().hookErrors()).isZero();
      assertThat(watched.slots())
          .singleElement()
          .satisfies(
              slot -> {
                assertThat(slot.bytes()).isEqualTo(64);
                assertThat(slot.hasAddress()).isFalse();
                assertThat(slot.hasDevice()).isFalse();
              });
      close(resource, watched.placed);
      assertThat(watched.slots()).isEmpty();
    }
  }

  @Test
  void aThreadThatRunsOutOfStackInHooksIsSeenAfterwards() throws Exception {
    try (Watched watched = new Watched(folder)) {
      for (int i = 0; i < 6; i++) {
        int padding = i * 13;
        Thread small = new Thread(null, () -> digToTheEnd(watched, padding), "small", 1 << 18);
        small.start();
        small.join();
      }
      long seen = watched.sum(tally -> tally.type().name().equals("owner") ? tally.closed() : 0);
      assertThat(seen).isEqualTo(6);
    }
  }

  /** On a thread that goes on afterwards, and must be seen. */
  private static void digToTheEnd(Watched watched, int padding) {
    try {
      dig(watched, new Object[1], padding);
    } catch (StackOverflowError e) {
      Object resource = new Object();
      open(resource, watched.owner, null, null);
      close(resource, watched.owner);
    }
  }

  /**
   * Calls hooks at every depth, so that some of them meet the end of the stack somewhere inside.
   */
  private static int dig(Watched watched, Object[] resource, int padding) {
    resource[0] = new Object();
    open(resource[0], watched.plain, null, null);
    close(resource[0], watched.plain);
    return padding == 0
        ? 1 + dig(watched, resource, 0)
        : 1 + dig(watched, resource, padding - 1) + padding;
  }

  @Test
  void aStoppedThreadStopsInAHookToo() throws Exception {
    Error stop =
        Class.forName("java.lang.ThreadDeath")
            .asSubclass(Error.class)
            .getConstructor()
            .newInstance();
    Object stopped =
        new Object() {
          @Override
          public String toString() {
            throw stop;
          }
        };
    try (Watched watched = new Watched(folder)) {
      Object resource = new Object();
      assertThatThrownBy(() -> open(resource, watched.plain, null, stopped)).isSameAs(stop);
      assertThatThrownBy(() -> Hooks.attributeThrew(stop)).isSameAs(stop);
      open(resource, watched.plain, null, null);
      assertThat(watched.slots()).hasSize(1);
      close(resource, watched.plain);
    }
  }

  @Test
  void aHookInsideToStringIsTheProbesOwnDoing() throws Exception {
    try (Watched watched = new Watched(folder)) {
      Object inner = new Object();
      Object opening =
          new Object() {
            @Override
            public String toString() {
              open(inner, watched.plain, null, null);
              return "opening";
            }
          };
      Object resource = new Object();
      open(resource, watched.plain, null, opening);
      assertThat(watched.slots()).hasSize(1);
      close(resource, watched.plain);
      assertThat(watched.slots()).isEmpty();
    }
  }
}
