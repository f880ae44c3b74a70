package io.ttalloc.ledger.mapped;

import static io.ttalloc.ledger.LedgerLayout.KIND_RECORDS;
import static io.ttalloc.ledger.LedgerLayout.MAX_SEGMENTS;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_BYTES;
import static io.ttalloc.ledger.LedgerLayout.SEGMENT_KIND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.Patience;
import io.ttalloc.testing.Await;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrowthTest {
  private static final String NO_SPACE = "No space left on device";

  @TempDir Path dir;
  private final Set<Thread> others = new HashSet<>();
  private @Nullable SegmentedFile opened;

  /** A file on a disk that a test can make full or slow. */
  private static final class Disk extends SegmentedFile {
    private final AtomicInteger failures = new AtomicInteger();
    private volatile @Nullable Throwable failure;
    private volatile boolean slow;

    Disk(File file, int maxSegments) throws IOException {
      super(file, maxSegments);
    }

    @Override
    protected void grow() throws IOException {
      if (slow) {
        Await.until(() -> !slow);
      }
      Throwable now = failure;
      if (now != null) {
        failures.incrementAndGet();
        if (now instanceof Error error) {
          throw error;
        }
        throw (IOException) now;
      }
      super.grow();
    }
  }

  @BeforeEach
  void noteOtherThreads() {
    others.addAll(Thread.getAllStackTraces().keySet());
  }

  @AfterEach
  void stopGrowing() {
    if (opened != null) {
      opened.stopGrowing();
    }
  }

  private Disk disk(int maxSegments) throws IOException {
    Disk disk = new Disk(dir.resolve("a.ledger").toFile(), maxSegments);
    opened = disk;
    return disk;
  }

  /** The thread that extends the file of this test. */
  private Thread growing() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("tt-alloc-growth") && !others.contains(thread))
        .findFirst()
        .orElseThrow();
  }

  private static int take(SegmentedFile file) {
    return Patience.retry(file::whyNot, () -> file.take(KIND_RECORDS));
  }

  /** Takes segments until there are no more, and returns the reason why there are no more. */
  private static Loss exhaust(SegmentedFile file) {
    while (take(file) != 0) {}
    return file.whyNot();
  }

  @Test
  void theThreadKeepsNoObjectOfTheApplicationReachable() throws IOException {
    ThreadLocal<String> local = new InheritableThreadLocal<>();
    local.set("of the application");
    SegmentedFile file = disk(MAX_SEGMENTS);
    Thread thread = growing();
    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getContextClassLoader()).isNull();
    assertThat(thread.getThreadGroup().getParent()).isNull();
    file.stopGrowing();
    Await.until(() -> !thread.isAlive());
  }

  @Test
  void anInterruptedThreadTakesSegmentsAndStaysInterrupted() throws IOException {
    SegmentedFile file = disk(MAX_SEGMENTS);
    Thread.currentThread().interrupt();
    int first = take(file);
    int second = take(file);
    int third = take(file);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(new int[] {first, second, third}).containsExactly(1, 2, 3);
  }

  /** Sooner or later an interrupt arrives during the mapping and closes the descriptor. */
  @Test
  void growsWhileItIsInterruptedAgainAndAgain() throws Exception {
    SegmentedFile file = disk(101);
    Thread growing = growing();
    Thread taking = Thread.currentThread();
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger interrupts = new AtomicInteger();
    Thread interrupter =
        new Thread(
            () -> {
              while (!done.get()) {
                growing.interrupt();
                taking.interrupt();
                interrupts.incrementAndGet();
                LockSupport.parkNanos(20_000);
              }
            });
    interrupter.start();
    try {
      for (int number = 1; number <= 100; number++) {
        assertThat(take(file)).isEqualTo(number);
      }
      // At the limit, the thread waits; interrupts must not end the waiting thread either.
      Await.until(() -> interrupts.get() > 1_000);
    } finally {
      done.set(true);
      Await.until(() -> !interrupter.isAlive());
      Thread.interrupted();
    }
    assertThat(growing.isAlive()).isTrue();
    assertThat(file.size()).isEqualTo(101L * SEGMENT_BYTES);
    assertThat(file.segment(100).getInt(SEGMENT_KIND)).isEqualTo(KIND_RECORDS);
  }

  @Test
  void aFullDiskIsReportedAtOnceAndNoThreadWaits() throws IOException {
    Disk disk = disk(MAX_SEGMENTS);
    disk.failure = new IOException(NO_SPACE);
    assertThat(exhaust(disk)).isEqualTo(Loss.CANNOT_GROW);
    // An attempt that waited would take 8 ms and report another reason.
    for (int i = 0; i < 100_000; i++) {
      assertThat(disk.take(KIND_RECORDS)).isZero();
      assertThat(disk.whyNot()).isEqualTo(Loss.CANNOT_GROW);
    }
  }

  @Test
  void growsAgainWhenTheDiskHasSpaceAgain() throws IOException {
    Disk disk = disk(MAX_SEGMENTS);
    disk.failure = new IOException(NO_SPACE);
    assertThat(exhaust(disk)).isEqualTo(Loss.CANNOT_GROW);
    int last = disk.count() - 1;
    disk.failure = null;
    Await.until(() -> disk.count() > last + 1);
    assertThat(take(disk)).isEqualTo(last + 1);
    assertThat(take(disk)).isEqualTo(last + 2);
  }

  @Test
  void aFullHeapIsAReasonOfItsOwnAndDoesNotEndTheThread() throws IOException {
    Disk disk = disk(MAX_SEGMENTS);
    Thread growing = growing();
    disk.failure = new OutOfMemoryError("Java heap space");
    assertThat(exhaust(disk)).isEqualTo(Loss.NO_HEAP);
    int tries = disk.failures.get();
    Await.until(() -> disk.failures.get() > tries);
    disk.failure = new StackOverflowError();
    Await.until(() -> disk.take(KIND_RECORDS) == 0 && disk.whyNot() == Loss.CANNOT_GROW);
    disk.failure = null;
    Await.until(() -> disk.take(KIND_RECORDS) != 0);
    assertThat(growing.isAlive()).isTrue();
  }

  /** Several segments are kept ready, so growth can fail while some segments can still be taken. */
  @Test
  void aFailureWhileSegmentsAreReadyIsKnownWhenTheyAreUsedUp() throws IOException {
    Disk disk = disk(MAX_SEGMENTS);
    Thread growing = growing();
    disk.slow = true;
    AtomicInteger waits = new AtomicInteger();
    Await.until(() -> disk.take(KIND_RECORDS) == 0 && waits.incrementAndGet() == 4);
    disk.slow = false;
    int taken = take(disk);
    int first = taken;
    Await.until(() -> disk.count() > first + 4 && growing.getState() == Thread.State.WAITING);
    disk.failure = new IOException(NO_SPACE);
    taken = disk.take(KIND_RECORDS);
    Await.until(() -> disk.failures.get() > 0 && growing.getState() == Thread.State.TIMED_WAITING);
    assertThat(disk.count()).isGreaterThan(taken + 1);
    while (taken + 1 < disk.count()) {
      taken = disk.take(KIND_RECORDS);
    }
    assertThat(disk.take(KIND_RECORDS)).isZero();
    assertThat(disk.whyNot()).isEqualTo(Loss.CANNOT_GROW);
  }

  @Test
  void aTimeoutIsReportedAndTheThreadKeepsItsPermit() throws IOException {
    Disk disk = disk(MAX_SEGMENTS);
    disk.slow = true;
    assertThat(disk.count()).isGreaterThanOrEqualTo(2);
    LockSupport.unpark(Thread.currentThread());
    while (disk.take(KIND_RECORDS) != 0) {}
    assertThat(disk.whyNot()).isEqualTo(Loss.GREW_TOO_SLOWLY);
    // Returns at once if the thread still has its permit, and otherwise blocks forever.
    LockSupport.park();
    disk.slow = false;
    assertThat(take(disk)).isPositive();
  }

  /**
   * A timeout takes 8 ms. If every attempt waited that long, the test would exceed its time limit.
   */
  @Test
  void afterSomeTimeoutsNoThreadWaitsUntilTheFileHasGrown() throws IOException {
    Disk disk = disk(MAX_SEGMENTS);
    disk.slow = true;
    while (disk.take(KIND_RECORDS) != 0) {}
    for (int i = 0; i < 20_000; i++) {
      assertThat(disk.take(KIND_RECORDS)).isZero();
      assertThat(disk.whyNot()).isEqualTo(Loss.GREW_TOO_SLOWLY);
    }
    disk.slow = false;
    assertThat(take(disk)).isPositive();
  }

  @Test
  void takesNoSegmentAfterItsEnd() throws IOException {
    SegmentedFile file = disk(MAX_SEGMENTS);
    Thread growing = growing();
    file.stopGrowing();
    Await.until(() -> !growing.isAlive());
    assertThat(exhaust(file)).isEqualTo(Loss.CANNOT_GROW);
  }
}
