package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void anErrorWhileOpeningTakesEverythingBack() throws Exception {
    Object fatal =
        new Object() {
          @Override
          public String toString() {
            throw new OutOfMemoryError("as if");
          }
        };
    try (Watched watched = new Watched(folder)) {
      Object resource = new Object();
      open(resource, watched.plain, null, fatal);
      assertThat(watched.failures).hasValue(1);
      assertThat(watched.slots()).isEmpty();
      assertThat(watched.sum(tally -> tally.opened())).isZero();
      // The thread is not taken to be in a hook still.
      Object next = new Object();
      open(next, watched.plain, null, null);
      assertThat(watched.slots()).hasSize(1);
      close(next, watched.plain);
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
