package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.record.MisuseEntry;
import io.ttalloc.probe.TestProbe.WithField;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClosedByOtherTest {
  @TempDir Path folder;

  @Test
  void aCloseOfAnothersChildByAnOwnerOfTheSameKindIsOne() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField mine = probe.open(probe.owner, 1);
      WithField stranger = new WithField();
      Hooks.opened(stranger, probe.owner, 2, 0, 0, 0, null, null, true, false, "the other", null);
      WithField child = probe.openIn(mine, probe.plain, 3);
      Object token = Hooks.closing(stranger, probe.owner);
      TestProbe.close(child, probe.plain);
      Hooks.closed(stranger, token, null);
      MisuseEntry misuse = MisusesTest.only(probe);
      assertThat(misuse.kind()).isEqualTo(MisuseKind.CLOSED_BY_OTHER);
      assertThat(misuse.type().name()).isEqualTo("plain");
      assertThat(misuse.detail())
          .isEqualTo(
              "it belongs to owner, which is still open, but it was closed together with owner the other");
      assertThat(probe.bytesOfSlots()).containsExactly(1L);
    }
  }

  @Test
  void aCloseOfAnothersChildByAnOwnerOfAnotherKindIsNone() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField mine = probe.open(probe.owner, 1);
      WithField pool = probe.open(probe.freeing, 2);
      WithField child = probe.openIn(mine, probe.plain, 3);
      Object token = Hooks.closing(pool, probe.freeing);
      TestProbe.close(child, probe.plain);
      Hooks.closed(pool, token, null);
      assertThat(probe.image().misuse()).isEmpty();
    }
  }
}
