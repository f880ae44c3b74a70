package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.ledger.record.MisuseEntry;
import io.ttalloc.probe.ResourceModel.Kind;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs random operations on the probe and on a simple model; afterwards the ledger must agree
 * exactly with the model, for every resource, every counter and every misuse.
 *
 * <p>Each thread works for several applications in turn, so it also uses resources that other
 * threads opened. Within an application, operations run one at a time, so that their result is
 * defined; operations of different applications run concurrently and share the slots, counters and
 * tables of the probe.
 */
@Variant
class ModelStressTest {
  private static final int THREADS = 6;
  private static final int APPLICATIONS = 8;

  @TempDir Path folder;

  static IntStream seeds() {
    return IntStream.rangeClosed(1, 30);
  }

  int operations() {
    return 20_000;
  }

  /** A failure can be reproduced, because the operations are determined by the seed. */
  @ParameterizedTest
  @MethodSource("seeds")
  void theLedgerOfOneThreadSaysWhatTheModelSays(int seed) throws Exception {
    try (TestProbe probe = new TestProbe(folder, false)) {
      probe.recordCollectedHere();
      RandomApplication application =
          new RandomApplication(probe, new AtomicLong(1_000), new EnumMap<>(Kind.class));
      Random random = new Random(seed);
      for (int i = 1; i <= 400; i++) {
        application.operate(random);
        if (i % 40 == 0) {
          compare(probe, Set.of(application.model), "seed " + seed + ", operation " + i);
        }
      }
    }
  }

  @Test
  void theLedgerOfSeveralThreadsSaysWhatTheModelSays() throws Exception {
    try (TestProbe probe = new TestProbe(folder, false)) {
      probe.recordCollectedHere();
      AtomicLong ids = new AtomicLong(1_000);
      Map<Kind, Integer> lost = new EnumMap<>(Kind.class);
      List<RandomApplication> applications = new ArrayList<>();
      Set<ResourceModel> models = new HashSet<>();
      for (int i = 0; i < APPLICATIONS; i++) {
        applications.add(new RandomApplication(probe, ids, lost));
        models.add(applications.get(i).model);
      }
      long seed = new Random().nextLong();
      // Threads end and new ones start; state kept per thread must be returned.
      for (int generation = 0; generation < 4; generation++) {
        runAtOnce(applications, seed + generation, operations() / 4 / THREADS);
        compare(probe, models, "generation " + generation);
      }
      applications.forEach(RandomApplication::end);
      compare(probe, models, "the end");
    }
  }

  private static void runAtOnce(List<RandomApplication> applications, long seed, int operations)
      throws InterruptedException {
    ConcurrentLinkedQueue<Throwable> thrown = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Random random = new Random(seed * 31 + i);
      Runnable work =
          () -> {
            try {
              for (int j = 0; j < operations; j++) {
                applications.get(random.nextInt(APPLICATIONS)).operate(random);
              }
            } catch (Throwable e) {
              thrown.add(e);
            }
          };
      if (i % 2 == 0 && VirtualThreads.areThere()) {
        threads.add(VirtualThreads.start(work));
      } else {
        Thread thread = new Thread(work, "worker " + i);
        thread.start();
        threads.add(thread);
      }
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(thrown).isEmpty();
  }

  private static void compare(TestProbe probe, Set<ResourceModel> models, String when)
      throws Exception {
    LedgerImage image = probe.image();
    assertThat(image.losses()).as(when).isEmpty();
    assertThat(image.hookErrors()).as(when).isZero();
    assertThat(image.damage()).as(when).isEmpty();
    assertThat(differences(sum(models), counters(probe, image))).as(when).isEmpty();

    Map<Long, String> expected = new TreeMap<>();
    Map<Integer, Long> liveBytes = new TreeMap<>();
    for (ResourceModel model : models) {
      for (Thing thing : model.all) {
        String text = thing.inLedger();
        if (text != null) {
          expected.put(thing.id, text);
        }
        if (thing.isOnDevice()) {
          liveBytes.merge(thing.device, thing.id, Long::sum);
        }
      }
    }
    assertThat(differences(expected, slots(probe))).as(when).isEmpty();
    Map<Integer, Long> found = new TreeMap<>();
    for (DeviceEntry device : image.devices()) {
      if (device.liveBytes() != 0) {
        found.put(device.device(), device.liveBytes());
      }
    }
    assertThat(differences(liveBytes, found)).as(when).isEmpty();
  }

  private static Map<String, Long> counters(TestProbe probe, LedgerImage image) throws Exception {
    Map<String, Long> counters = new TreeMap<>();
    for (TallyEntry tally : probe.tallies()) {
      String kind = tally.type().name().toUpperCase(Locale.ROOT) + " ";
      Map.of(
              "opened", tally.opened(),
              "closed", tally.closed(),
              "reclaimed", tally.closes().reclaimed(),
              "reclaimed bytes", tally.closes().reclaimedBytes(),
              "close failed", tally.closes().failed(),
              "collected", tally.losses().collected(),
              "folded", tally.losses().folded(),
              "folded bytes", tally.losses().foldedBytes(),
              "hollow", tally.losses().hollow())
          .forEach((name, count) -> counters.merge(kind + name, count, Long::sum));
    }
    for (MisuseEntry misuse : image.misuse()) {
      counters.merge(misuse.kind().name(), misuse.count(), Long::sum);
    }
    counters.put("CLOSE_OF_UNKNOWN", image.unknownCloses());
    counters.values().removeIf(count -> count == 0);
    return counters;
  }

  private static Map<Long, String> slots(TestProbe probe) throws Exception {
    List<SlotEntry> slots = probe.slots();
    Map<SlotEntry.Id, Long> ids = new HashMap<>();
    for (SlotEntry slot : slots) {
      ids.put(slot.id(), slot.bytes());
    }
    Map<Long, String> found = new TreeMap<>();
    for (SlotEntry slot : slots) {
      SlotEntry.Held held = slot.ownership().held();
      // The owner of a closed owner may no longer exist.
      boolean closed = slot.state() == SlotState.CLOSED_OWNER;
      SlotEntry.Id owner = closed ? null : slot.ownership().owner();
      SlotEntry.Id holder = closed || held == null ? null : held.holder();
      // -1 means that the link refers to a slot that the owner no longer has.
      long ownerId = owner == null ? 0 : ids.getOrDefault(owner, -1L);
      long holderId = holder == null ? 0 : ids.getOrDefault(holder, -1L);
      String text =
          SlotText.of(
              slot.state().name(),
              slot.tally().type().name().toUpperCase(Locale.ROOT),
              ownerId,
              holderId,
              holder == null ? null : held.entry(),
              slot.place().device(),
              slot.closeFailed(),
              slot.infrastructure(),
              slot.ownership().hasOwned());
      String twice = found.put(slot.bytes(), text);
      assertThat(twice).as("a second slot of %d", slot.bytes()).isNull();
    }
    return found;
  }

  /** The sum of each counter over all given models, except for sums of zero. */
  private static Map<String, Long> sum(Set<ResourceModel> models) {
    Map<String, Long> sums = new TreeMap<>();
    models.forEach(model -> model.counts.forEach((name, n) -> sums.merge(name, n, Long::sum)));
    sums.values().removeIf(n -> n == 0);
    return sums;
  }

  private static <K> List<String> differences(Map<K, ?> expected, Map<K, ?> found) {
    Set<K> keys = new HashSet<>(expected.keySet());
    keys.addAll(found.keySet());
    return keys.stream()
        .filter(key -> !Objects.equals(expected.get(key), found.get(key)))
        .map(key -> key + ": expected " + expected.get(key) + ", found " + found.get(key))
        .limit(10)
        .toList();
  }
}
