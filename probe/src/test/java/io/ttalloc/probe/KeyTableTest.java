package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.probe.resource.KeyTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A resource that the program knows by a number. */
class KeyTableTest {
  @TempDir Path folder;
  private TestProbe probe;

  @BeforeEach
  void start() throws Exception {
    probe = new TestProbe(folder);
  }

  @AfterEach
  void noHookFails() throws Exception {
    assertThat(probe.failures).isEmpty();
    probe.close();
  }

  private static @Nullable Object keyed(long value, int rule, int purpose) {
    return Hooks.keyed(value, rule, purpose);
  }

  private static void open(long value, int rule, long bytes) {
    Object keyed = keyed(value, rule, KeyTable.OPENED);
    Hooks.opened(keyed, rule, bytes, 0, 0, 0, null, null, true, false, null, null);
  }

  private static void close(long value, int rule) {
    TestProbe.close(Objects.requireNonNull(keyed(value, rule, KeyTable.CLOSED)), rule);
  }

  @Test
  void isOpenUntilTheSameNumberIsClosed() throws Exception {
    open(0x7f00_0000_0010L, probe.plain, 1);
    open(0x7f00_0000_0020L, probe.plain, 2);
    open(-1, probe.plain, 3);

    close(0x7f00_0000_0010L, probe.plain);

    assertThat(probe.bytesOfSlots()).containsExactly(2L, 3L);
    assertThat(probe.image().misuse()).isEmpty();
  }

  @Test
  void aNumberThatIsGivenOutAgainIsANewOne() throws Exception {
    for (long i = 1; i <= 3; i++) {
      open(77, probe.plain, i);
      if (i < 3) {
        close(77, probe.plain);
      }
    }

    assertThat(probe.bytesOfSlots()).containsExactly(3L);
    assertThat(probe.sum("plain", TallyEntry::opened)).isEqualTo(3);
    assertThat(probe.sum("plain", TallyEntry::closed)).isEqualTo(2);
    assertThat(probe.image().misuse()).isEmpty();
  }

  @Test
  void aNumberMayBeGivenOutAgainBeforeItsCloseEnds() throws Exception {
    open(77, probe.plain, 1);
    Object closing = Objects.requireNonNull(keyed(77, probe.plain, KeyTable.CLOSED));
    Object token = Hooks.closing(closing, probe.plain);
    open(77, probe.plain, 2);
    Hooks.closed(closing, token, null);

    assertThat(probe.bytesOfSlots()).containsExactly(2L);
    close(77, probe.plain);
    assertThat(probe.bytesOfSlots()).isEmpty();
    assertThat(probe.image().misuse()).isEmpty();
  }

  @Test
  void equalNumbersOfOtherTypesAreOtherResources() throws Exception {
    open(77, probe.plain, 1);
    open(77, probe.placed, 2);
    close(77, probe.plain);

    assertThat(probe.bytesOfSlots()).containsExactly(2L);
    assertThat(probe.image().misuse()).isEmpty();
  }

  @Test
  void rulesOfOneTypeMeanTheSameResource() throws Exception {
    int other = probe.type(new String("plain"), 0, 0);
    open(77, probe.plain, 1);
    close(77, other);

    assertThat(probe.slots()).isEmpty();
    assertThat(probe.image().misuse()).isEmpty();
  }

  @Test
  void zeroIsNone() throws Exception {
    for (int purpose : new int[] {KeyTable.OPENED, KeyTable.CLOSED, KeyTable.FOUND}) {
      assertThat(keyed(0, probe.plain, purpose)).isNull();
    }
  }

  @Test
  void aSecondCloseIsOneAndACloseOfAnUnknownNumberIsAnother() throws Exception {
    open(77, probe.plain, 1);
    close(77, probe.plain);
    close(77, probe.plain);
    close(78, probe.plain);
    close(78, probe.plain);

    assertThat(probe.misuses(MisuseKind.DOUBLE_CLOSE)).isEqualTo(1);
    assertThat(probe.misuses(MisuseKind.CLOSE_OF_UNKNOWN)).isEqualTo(2);
    assertThat(probe.image().unknownCloses()).isEqualTo(2);
  }

  @Test
  void aSecondCloseThatIsAllowedIsNotOneOfAnUnknownNumber() throws Exception {
    open(77, probe.idempotent, 1);
    close(77, probe.idempotent);
    close(77, probe.idempotent);
    close(78, probe.idempotent);

    assertThat(probe.image().misuse()).isEmpty();
    assertThat(probe.image().unknownCloses()).isZero();
  }

  @Test
  void isFoundAndNotMadeForOtherCalls() throws Exception {
    assertThat(keyed(77, probe.plain, KeyTable.FOUND)).isNull();
    open(77, probe.plain, 1);
    Object found = Objects.requireNonNull(keyed(77, probe.plain, KeyTable.FOUND));
    Hooks.useEnded(Objects.requireNonNull(Hooks.used(found)));
    Hooks.disowned(found);
    assertThat(Hooks.used(found)).isNull();

    assertThat(probe.slots()).isEmpty();
    assertThat(probe.sum("plain", tally -> tally.closes().disowned())).isEqualTo(1);
  }

  @Test
  void theCollectorNeverTakesOne() throws Exception {
    open(77, probe.plain, 1);
    for (int i = 0; i < 3; i++) {
      System.gc();
      int unused = Probe.recordCollected();
    }

    assertThat(probe.sum("plain", tally -> tally.losses().collected())).isZero();
    close(77, probe.plain);
    assertThat(probe.slots()).isEmpty();
    assertThat(probe.image().misuse()).isEmpty();
  }

  @Test
  void closedOnesAreForgottenInTime() throws Exception {
    for (long value = 1; value <= 200_000; value++) {
      open(value << 4, probe.plain, 1);
      close(value << 4, probe.plain);
    }

    long known = 0;
    for (long value = 1; value <= 200_000; value++) {
      known += keyed(value << 4, probe.plain, KeyTable.FOUND) == null ? 0 : 1;
    }
    assertThat(known).isBetween(1L, 256L * 4);
    assertThat(probe.slots()).isEmpty();
  }

  @Test
  void hasWhatAModelHas() throws Exception {
    Random random = new Random(4711);
    TreeMap<Long, Long> open = new TreeMap<>();
    for (long i = 1; i <= 20_000; i++) {
      long value = 1L + random.nextInt(3_000);
      if (open.containsKey(value)) {
        close(value, probe.plain);
        open.remove(value);
      } else {
        open(value, probe.plain, i);
        open.put(value, i);
      }
    }

    assertThat(probe.bytesOfSlots()).isEqualTo(open.values().stream().sorted().toList());
    assertThat(probe.image().misuse()).isEmpty();
  }

  /** An allocator may reuse a number before the hook at the end of the number's close has run. */
  @Test
  void threadsThatShareNumbersLoseNone() throws Exception {
    Queue<Long> free = new ConcurrentLinkedQueue<>(List.of(16L, 32L, 48L, 64L, 80L));
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 20_000; i++) {
                  long value = Objects.requireNonNull(free.poll());
                  open(value, probe.plain, value);
                  Object closing =
                      Objects.requireNonNull(keyed(value, probe.plain, KeyTable.CLOSED));
                  Object token = Hooks.closing(closing, probe.plain);
                  free.add(value);
                  Hooks.closed(closing, token, null);
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(probe.slots()).isEmpty();
    assertThat(probe.sum("plain", TallyEntry::opened)).isEqualTo(80_000);
    assertThat(probe.sum("plain", TallyEntry::closed)).isEqualTo(80_000);
    assertThat(probe.image().misuse()).isEmpty();
    assertThat(probe.image().unknownCloses()).isZero();
  }
}
