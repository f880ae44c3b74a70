package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.probe.resource.KeyTable;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers that are unique within an object. */
class KeyedOfPoolTest {
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

  private static void openOf(@Nullable Object pool, long value, int rule, long bytes) {
    Object keyed = Hooks.keyedOf(value, pool, rule, KeyTable.OPENED);
    Hooks.opened(keyed, rule, bytes, 0, 0, 0, null, null, true, false, null, null);
  }

  private static void closeOf(@Nullable Object pool, long value, int rule) {
    Object keyed = Hooks.keyedOf(value, pool, rule, KeyTable.CLOSED);
    TestProbe.close(Objects.requireNonNull(keyed), rule);
  }

  /** Equal to all other pools; only its identity distinguishes it. */
  private static final class Pool {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Pool;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  @Test
  void equalNumbersOfDifferentObjectsAreDifferentResources() throws Exception {
    Pool one = new Pool();
    Pool two = new Pool();
    openOf(one, 1, probe.plain, 1);
    openOf(two, 1, probe.plain, 2);
    openOf(null, 1, probe.plain, 3);
    assertThat(probe.bytesOfSlots()).containsExactly(1L, 2L, 3L);

    closeOf(two, 1, probe.plain);
    assertThat(probe.bytesOfSlots()).containsExactly(1L, 3L);
    closeOf(null, 1, probe.plain);
    closeOf(one, 1, probe.plain);

    assertThat(probe.slots()).isEmpty();
    assertThat(probe.image().misuse()).isEmpty();
    assertThat(probe.openedAgain).isEmpty();
  }

  @Test
  void aSecondCloseIsOneOfTheSameObject() throws Exception {
    Pool one = new Pool();
    Pool two = new Pool();
    openOf(one, 1, probe.plain, 1);
    closeOf(one, 1, probe.plain);
    closeOf(one, 1, probe.plain);
    closeOf(two, 1, probe.plain);

    assertThat(probe.misuses(MisuseKind.DOUBLE_CLOSE)).isEqualTo(1);
    assertThat(probe.misuses(MisuseKind.CLOSE_OF_UNKNOWN)).isEqualTo(1);
  }

  @Test
  void anObjectThatIsUnknownIsNone() throws Exception {
    openOf(null, 1, probe.plain, 1);
    Object keyed = Objects.requireNonNull(Hooks.keyed(1, probe.plain, KeyTable.CLOSED));
    TestProbe.close(keyed, probe.plain);

    assertThat(probe.slots()).isEmpty();
    assertThat(probe.image().misuse()).isEmpty();
  }

  @Test
  void theObjectIsCollectedAndItsNumbersStayOpen() throws Exception {
    List<WeakReference<Pool>> dropped = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      Pool pool = new Pool();
      dropped.add(new WeakReference<>(pool));
      openOf(pool, 1, probe.plain, i);
    }
    for (int i = 0; i < 100 && dropped.stream().anyMatch(each -> !each.refersTo(null)); i++) {
      System.gc();
    }
    assertThat(dropped).allMatch(each -> each.refersTo(null));
    Pool pool = new Pool();
    for (long value = 1; value <= 3_000; value++) {
      openOf(pool, value, probe.plain, 3_000);
      closeOf(pool, value, probe.plain);
    }

    assertThat(probe.slots()).hasSize(3_000);
    assertThat(probe.sum("plain", tally -> tally.losses().collected())).isZero();
    assertThat(probe.image().misuse()).isEmpty();
    assertThat(probe.openedAgain).isEmpty();
    assertThat(pool).isNotNull();
  }

  @Test
  void hasWhatAModelHasOfManyObjects() throws Exception {
    Random random = new Random(815);
    List<Pool> pools = Stream.generate(Pool::new).limit(50).toList();
    TreeMap<Integer, Long> open = new TreeMap<>();
    for (long i = 1; i <= 20_000; i++) {
      int number = random.nextInt(3_000);
      Pool pool = pools.get(number % 50);
      long value = 1L + number / 50;
      if (open.remove(number) != null) {
        closeOf(pool, value, probe.plain);
      } else {
        openOf(pool, value, probe.plain, i);
        open.put(number, i);
      }
    }

    assertThat(probe.bytesOfSlots()).isEqualTo(open.values().stream().sorted().toList());
    assertThat(probe.image().misuse()).isEmpty();
    assertThat(probe.openedAgain).isEmpty();
  }
}
