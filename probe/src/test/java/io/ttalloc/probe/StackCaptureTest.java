package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.CloseSiteEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.probe.stack.StableNames;
import io.ttalloc.probed.Caller;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The frames recorded for an opening or a close, and what is recorded if there are none. */
class StackCaptureTest {
  private static final String CALLER = Caller.class.getName();

  @TempDir Path folder;

  private static List<Frame> frames(StackTraceElement[] trace) {
    return Arrays.stream(trace)
        .map(
            element ->
                new Frame(
                    StableNames.of(element.getClassName()),
                    element.getMethodName(),
                    element.getFileName(),
                    element.getLineNumber()))
        .toList();
  }

  private static List<Frame> onlyStack(TestProbe probe) throws Exception {
    List<SlotEntry> slots = probe.slots();
    assertThat(slots).hasSize(1);
    return slots.get(0).tally().stack();
  }

  @Test
  void recordsEveryFrameThatAThrowableHas() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      StackTraceElement[] here = Caller.openAndTell(new Object(), probe.plain);
      assertThat(onlyStack(probe)).isEqualTo(frames(here));
    }
  }

  @Test
  void leavesOutTheHooksThatCapturedTheStack() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Caller.openWithoutStack(new Object(), probe.plain);
      Frame innermost = onlyStack(probe).get(0);
      assertThat(innermost.className()).isEqualTo(CALLER);
      assertThat(innermost.method()).isEqualTo("openWithoutStack");
    }
  }

  @Test
  void keepsTheInnermostFramesOfAStackThatIsTooDeep() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Caller.openDeep(new Object(), probe.plain, 2 * RecordLayout.MAX_FRAMES);
      List<Frame> stack = onlyStack(probe);
      assertThat(stack).hasSize(RecordLayout.MAX_FRAMES);
      assertThat(stack.get(0).method()).isEqualTo("open");
      assertThat(stack.subList(1, stack.size()))
          .allSatisfy(frame -> assertThat(frame.method()).isEqualTo("openDeep"));
    }
  }

  @Test
  void namesGeneratedClassesWithoutTheirNumbers() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Object proxy =
          Proxy.newProxyInstance(
              Caller.class.getClassLoader(),
              new Class<?>[] {Supplier.class},
              (self, method, arguments) -> {
                Caller.open(new Object(), probe.plain);
                return "";
              });
      Caller.openThrough((Supplier<?>) proxy);
      assertThat(proxy.getClass().getName()).matches(".*\\$Proxy\\d+");
      assertThat(onlyStack(probe)).anyMatch(frame -> frame.className().endsWith("$Proxy"));
      assertThat(onlyStack(probe)).noneMatch(frame -> frame.className().matches(".*Proxy\\d+"));
    }
  }

  @Test
  void recordsNoStackWhileCaptureIsOff() throws Exception {
    try (TestProbe probe = new TestProbe(folder, false)) {
      Object resource = new Object();
      assertThat(Hooks.wantsStack(resource)).isFalse();
      Caller.open(resource, probe.plain);
      Caller.openWithoutStack(new Object(), probe.plain);
      assertThat(probe.image().process().stacksCaptured()).isFalse();
      assertThat(probe.tallies())
          .singleElement()
          .satisfies(
              tally -> {
                assertThat(tally.stack()).isEmpty();
                assertThat(tally.opened()).isEqualTo(2);
              });
    }
  }

  @Test
  void wantsAStackOnlyOfWhatIsNotOpen() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Object resource = new Object();
      assertThat(Hooks.wantsStack(resource)).isTrue();
      Caller.open(resource, probe.plain);
      assertThat(Hooks.wantsStack(resource)).isFalse();
      Caller.close(resource, probe.plain);
      assertThat(Hooks.wantsStack(resource)).isTrue();
      assertThat(Hooks.wantsStack(null)).isFalse();
    }
  }

  /** A JVM started with {@code -XX:-StackTraceInThrowable} behaves like this. */
  @Test
  void recordsAnOpeningOfWhichTheJvmGivesNoStack() throws Exception {
    class Empty extends Throwable {
      private static final long serialVersionUID = 1;

      Empty() {
        super(null, null, false, false);
      }
    }
    try (TestProbe probe = new TestProbe(folder)) {
      Object resource = new Object();
      Hooks.opened(resource, probe.plain, new Empty());
      assertThat(onlyStack(probe)).isEmpty();
      Caller.close(resource, probe.plain);
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.failures).isEmpty();
    }
  }

  @Test
  void losesTheOneOpeningOfWhichTheStackCannotBeRead() throws Exception {
    class Unreadable extends Throwable {
      private static final long serialVersionUID = 1;

      @Override
      public StackTraceElement[] getStackTrace() {
        throw new IllegalStateException("no frames");
      }
    }
    try (TestProbe probe = new TestProbe(folder)) {
      Object resource = new Object();
      Hooks.opened(resource, probe.plain, new Unreadable());
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.image().losses()).containsOnlyKeys(Loss.HOOK_ERROR);
      assertThat(probe.image().dropped()).isEqualTo(1);
      assertThat(probe.failures).singleElement().isInstanceOf(IllegalStateException.class);
      Caller.open(resource, probe.plain);
      assertThat(onlyStack(probe)).isNotEmpty();
    }
  }

  @Test
  void capturesTheFirstEightClosesOfAStackAndThenOneIn1024() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int i = 1; i <= 2050; i++) {
        Object resource = new Object();
        Caller.open(resource, probe.plain);
        Caller.close(resource, probe.plain);
        if (i == 8 || i == 1024 || i == 1025 || i == 2048 || i == 2049) {
          // Counts the closes of this tally only, because the warm-up has closes, too.
          int tally = probe.tallies().get(0).id();
          long captured =
              probe.image().rows(CloseSiteEntry.class).stream()
                  .filter(site -> site.tally() == tally)
                  .mapToLong(site -> site.count())
                  .sum();
          assertThat(captured).as("after %d closes", i).isEqualTo(8 + (i - 1) / 1024);
        }
      }
    }
  }

  @Test
  void capturesEveryCloseOfAnOwnerThatLeavesSomething() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int i = 0; i < 20; i++) {
        Object owner = new Object();
        Caller.open(owner, probe.owner);
        probe.openIn(owner, probe.plain, 1);
        Caller.close(owner, probe.owner);
      }
      assertThat(closesCaptured(probe, "owner")).isEqualTo(20);
      CloseSiteEntry site =
          probe.image().rows(CloseSiteEntry.class).stream()
              .filter(each -> each.count() == 20)
              .findAny()
              .orElseThrow();
      assertThat(site.stack().get(0).className()).isEqualTo(CALLER);
      assertThat(site.stack().get(0).method()).isEqualTo("close");
    }
  }

  @Test
  void capturesTheClosesOfOwnersThatLeaveNothingAsThoseOfOthers() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int i = 0; i < 20; i++) {
        Object owner = new Object();
        Caller.open(owner, probe.owner);
        TestProbe.close(probe.openIn(owner, probe.plain, 1), probe.plain);
        Caller.close(owner, probe.owner);
      }
      assertThat(closesCaptured(probe, "owner")).isEqualTo(8);
    }
  }

  /**
   * Counts the captured closes of one type only, to leave out the closes of the warm-up, whose
   * tallies the reader omits.
   */
  private static long closesCaptured(TestProbe probe, String type) throws IOException {
    LedgerImage image = probe.image();
    return image.rows(CloseSiteEntry.class).stream()
        .filter(
            site -> {
              TallyEntry of = image.tallies().get(site.tally());
              return of != null && of.type().name().equals(type);
            })
        .mapToLong(site -> site.count())
        .sum();
  }
}
