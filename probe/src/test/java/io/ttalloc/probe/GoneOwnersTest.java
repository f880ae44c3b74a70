package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.probe.hook.DeferredEvents;
import io.ttalloc.probe.resource.Owner;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Owners that are closed or collected before the resources they own. */
class GoneOwnersTest {
  @TempDir Path folder;

  @Test
  void aClosedOwnerKeepsNothingThatIsOpenedInItsScope() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.freeing, 1);
      int token = Hooks.scopeEntered(owner, probe.scope);
      Owner recorded = (Owner) owner.$ttAllocResource;
      TestProbe.close(owner, probe.freeing);
      for (int i = 0; i < 1_000; i++) {
        TestProbe.close(probe.open(probe.plain, i), probe.plain);
      }
      Hooks.scopeExited(token, probe.scope, owner);

      assertThat(recorded.members()).isEmpty();
      assertThat(probe.slots()).isEmpty();
    }
  }

  /** Ending so many owners recursively would overflow the stack of the thread. */
  @Variant
  @Test
  void aLongChainOfCollectedOwnersIsFreedWithTheLastThatTheyOwn() throws Exception {
    int owners = 100_000;
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      List<WithField> chain = new ArrayList<>();
      chain.add(probe.open(probe.owner, 0));
      for (int i = 1; i <= owners; i++) {
        WithField previous = chain.get(i - 1);
        int token = Hooks.scopeEntered(previous, probe.scope);
        chain.add(probe.open(probe.owner, i));
        Hooks.scopeExited(token, probe.scope, previous);
      }
      WithField leaf = chain.remove(owners);
      for (WithField each : chain) {
        TestProbe.collect(each);
      }
      assertThat(probe.slots()).hasSize(owners + 1);
      TestProbe.close(leaf, probe.owner);

      assertThat(probe.slots()).isEmpty();
      assertThat(probe.failures).isEmpty();
    }
  }

  @Test
  void deferredEventsThatArePutBackKeepTheirOrder() {
    DeferredEvents events = new DeferredEvents();
    for (int i = 0; i < 3; i++) {
      assertThat(events.add(new DeferredEvents.Close(i))).isTrue();
    }
    DeferredEvents.Event event = events.takeAll();
    assertThat(events.add(new DeferredEvents.Close(3))).isTrue();
    while (event != null) {
      DeferredEvents.Event next = DeferredEvents.after(event);
      events.putBack(event);
      event = next;
    }

    List<Object> order = new ArrayList<>();
    for (event = events.takeAll(); event != null; event = DeferredEvents.after(event)) {
      order.add(((DeferredEvents.Close) event).object);
    }
    assertThat(order).containsExactly(0, 1, 2, 3);
  }
}
