package io.ttalloc.probe;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.probe.TestProbe.WithField;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that are allowed only on an open resource, and the calls inside them. */
class UseTest {
  @TempDir Path folder;

  @Test
  void aUseAfterTheCloseIsOneAndUsesBeforeAreNone() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      Hooks.useEnded(requireNonNull(Hooks.used(resource)));
      Object token = Hooks.closing(resource, probe.plain);
      Hooks.useEnded(requireNonNull(Hooks.used(resource)));
      Hooks.closed(resource, token, null);
      assertThat(Hooks.used(new Object())).isNull();
      assertThat(probe.image().misuse()).isEmpty();
      Hooks.used(resource);
      assertThat(MisusesTest.only(probe).kind()).isEqualTo(MisuseKind.USE_AFTER_CLOSE);
      probe.open(resource, probe.plain, 2);
      Hooks.used(resource);
      assertThat(MisusesTest.only(probe).count()).isEqualTo(1);
    }
  }

  @Test
  void whatACallAfterTheCloseCallsInTurnIsPartOfIt() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      WithField other = probe.open(probe.plain, 2);
      TestProbe.close(resource, probe.plain);
      TestProbe.close(other, probe.plain);
      Object outer = Hooks.used(resource);
      assertThat(Hooks.used(resource)).isNull();
      assertThat(Hooks.closing(resource, probe.plain)).isNull();
      Object inner = Hooks.used(other);
      assertThat(Hooks.used(resource)).isNull();
      Hooks.useEnded(requireNonNull(inner));
      assertThat(Hooks.used(resource)).isNull();
      Hooks.useEnded(requireNonNull(outer));
      assertThat(probe.misuses(MisuseKind.USE_AFTER_CLOSE)).isEqualTo(2);
      Object again = Hooks.closing(resource, probe.plain);
      assertThat(Hooks.used(resource)).isNull();
      assertThat(Hooks.closing(resource, probe.plain)).isNull();
      Hooks.closed(resource, again, null);
      assertThat(probe.misuses(MisuseKind.DOUBLE_CLOSE)).isEqualTo(1);
      assertThat(Hooks.used(resource)).isNotNull();
      assertThat(probe.misuses(MisuseKind.USE_AFTER_CLOSE)).isEqualTo(3);
    }
  }

  /** A reader may close itself at the end of its stream. */
  @Test
  void whatAUseCallsInTurnIsPartOfItThoughItHasClosedTheResource() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      WithField other = probe.open(probe.plain, 2);
      Object outer = requireNonNull(Hooks.used(resource));
      Object inner = requireNonNull(Hooks.used(other));
      assertThat(Hooks.used(resource)).isNull();
      TestProbe.close(resource, probe.plain);
      assertThat(Hooks.used(resource)).isNull();
      Hooks.useEnded(inner);
      assertThat(Hooks.used(resource)).isNull();
      assertThat(probe.image().misuse()).isEmpty();

      TestProbe.close(other, probe.plain);
      Hooks.useEnded(requireNonNull(Hooks.used(other)));
      assertThat(MisusesTest.only(probe).kind()).isEqualTo(MisuseKind.USE_AFTER_CLOSE);
      TestProbe.close(resource, probe.plain);
      assertThat(probe.misuses(MisuseKind.DOUBLE_CLOSE)).isEqualTo(1);

      Hooks.useEnded(outer);
      Hooks.useEnded(requireNonNull(Hooks.used(resource)));
      assertThat(probe.misuses(MisuseKind.USE_AFTER_CLOSE)).isEqualTo(2);
    }
  }

  @Test
  void aUseCoversNothingOnAnotherThread() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      Object outer = requireNonNull(Hooks.used(resource));
      TestProbe.close(resource, probe.plain);
      Thread other = new Thread(() -> Hooks.useEnded(requireNonNull(Hooks.used(resource))));
      other.start();
      other.join();
      assertThat(probe.misuses(MisuseKind.USE_AFTER_CLOSE)).isEqualTo(1);
      assertThat(Hooks.used(resource)).isNull();
      Hooks.useEnded(outer);
    }
  }

  /** A pooled object may be closed, opened and closed in one call. */
  @Test
  void aUseCoversTheObjectAlsoIfItWasOpenedAgain() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      Object outer = requireNonNull(Hooks.used(resource));
      TestProbe.close(resource, probe.plain);
      probe.open(resource, probe.plain, 2);
      Object again = requireNonNull(Hooks.used(resource));
      Hooks.useEnded(again);
      TestProbe.close(resource, probe.plain);
      assertThat(Hooks.used(resource)).isNull();
      Hooks.useEnded(outer);
      assertThat(probe.image().misuse()).isEmpty();
    }
  }

  /** If little stack is left, there may be no room for the hook at the end of a call. */
  @Test
  void usesWhoseEndsAreMissedAreForgotten() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField first = probe.open(probe.plain, 1);
      Object outer = requireNonNull(Hooks.used(first));
      WithField inner = probe.open(probe.plain, 2);
      Object missed = requireNonNull(Hooks.used(inner));
      TestProbe.close(inner, probe.plain);
      Hooks.useEnded(outer);
      Hooks.useEnded(missed);
      Hooks.useEnded(requireNonNull(Hooks.used(inner)));
      assertThat(probe.misuses(MisuseKind.USE_AFTER_CLOSE)).isEqualTo(1);

      WithField last = probe.open(probe.plain, 3);
      requireNonNull(Hooks.used(last));
      for (int i = 0; i < 64; i++) {
        requireNonNull(Hooks.used(probe.open(probe.plain, 4)));
      }
      TestProbe.close(last, probe.plain);
      requireNonNull(Hooks.used(last));
      assertThat(probe.misuses(MisuseKind.USE_AFTER_CLOSE)).isEqualTo(2);
    }
  }

  /** Repeated calls, such as one for each read, must create no garbage. */
  @Test
  void oneUseAfterTheOtherHasTheSameToken() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      Object token = requireNonNull(Hooks.used(resource));
      Hooks.useEnded(token);
      assertThat(Hooks.used(resource)).isSameAs(token);
    }
  }

  /** If little stack is left, there may be no room for the hook at the end of a call. */
  @Test
  void callsWhoseEndsAreMissedAreForgotten() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField first = probe.open(probe.plain, 1);
      TestProbe.close(first, probe.plain);
      Object outer = Hooks.used(first);
      WithField inner = probe.open(probe.plain, 2);
      TestProbe.close(inner, probe.plain);
      assertThat(Hooks.used(inner)).isNotNull();
      Hooks.useEnded(requireNonNull(outer));
      assertThat(Hooks.used(first)).isNotNull();
      for (int i = 0; i < 64; i++) {
        WithField next = probe.open(probe.plain, 3);
        TestProbe.close(next, probe.plain);
        assertThat(Hooks.used(next)).isNotNull();
      }
      assertThat(Hooks.used(first)).isNotNull();
    }
  }
}
