package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SegmentedFileTest {
  @TempDir Path dir;

  private Path path() {
    return dir.resolve("a.ledger");
  }

  private SegmentedFile file(int maxSegments) throws IOException {
    return new SegmentedFile(path().toFile(), maxSegments);
  }

  @Test
  void growsByWholeSegmentsWhoseKindAndNumberArePublished() throws IOException {
    SegmentedFile file = file(MAX_SEGMENTS);
    for (int number = 1; number <= 40; number++) {
      int kind = number % 2 == 0 ? KIND_SLOTS : KIND_RECORDS;
      assertThat(file.add(kind)).isEqualTo(number);
      assertThat(file.segment(number).getInt(SEGMENT_KIND)).isEqualTo(kind);
      assertThat(file.segment(0).getInt(HEADER_SEGMENTS)).isEqualTo(number + 1);
      assertThat(Files.size(path())).isEqualTo((number + 1L) * SEGMENT_BYTES);
    }
  }

  @Test
  void neverLeavesAHoleInTheFile() throws IOException {
    SegmentedFile file = file(MAX_SEGMENTS);
    file.add(KIND_SLOTS);
    Process du = new ProcessBuilder("du", "--block-size=1", path().toString()).start();
    String used =
        new String(du.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
            .replaceAll("(?s)\\s.*", "");
    assertThat(Long.parseLong(used)).isGreaterThanOrEqualTo(SEGMENT_BYTES * 2L);
  }

  @Test
  void saysWithAZeroThatThereIsNoRoom() throws IOException {
    SegmentedFile file = file(2);
    assertThat(file.add(KIND_SLOTS)).isEqualTo(1);
    assertThat(file.add(KIND_SLOTS)).isZero();
    assertThat(file.segment(0).getInt(HEADER_SEGMENTS)).isEqualTo(2);
  }

  @Test
  void growsOnInAFileThatWasRemovedAndDoesNotMakeItAnew() throws IOException {
    SegmentedFile file = file(MAX_SEGMENTS);
    Files.delete(path());
    assertThat(file.add(KIND_SLOTS)).isEqualTo(1);
    file.segment(1).putInt(64, 7);
    assertThat(path()).doesNotExist();
  }

  @Test
  void anInterruptedThreadGrowsTheFileAndStaysInterrupted() throws IOException {
    SegmentedFile file = file(MAX_SEGMENTS);
    Thread.currentThread().interrupt();
    int added = file.add(KIND_SLOTS);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(added).isEqualTo(1);
    assertThat(file.add(KIND_SLOTS)).isEqualTo(2);
  }

  /** Interrupts hit the mapping itself sooner or later, and that closes the descriptor. */
  @Test
  @Timeout(120)
  void growsUnderAHailOfInterruptsAndLosesNone() throws Exception {
    SegmentedFile file = file(MAX_SEGMENTS);
    AtomicBoolean done = new AtomicBoolean();
    List<String> wrong = Collections.synchronizedList(new ArrayList<>());
    Thread grower =
        new Thread(
            () -> {
              for (int i = 1; i <= 100; i++) {
                int added = file.add(KIND_RECORDS);
                if (added != i) {
                  wrong.add("segment " + i + " got number " + added);
                  return;
                }
              }
            });
    grower.start();
    Thread interrupter =
        new Thread(
            () -> {
              while (!done.get()) {
                grower.interrupt();
                LockSupport.parkNanos(20_000);
              }
            });
    interrupter.start();
    grower.join();
    done.set(true);
    interrupter.join();
    assertThat(wrong).isEmpty();
    assertThat(Files.size(path())).isEqualTo(101L * SEGMENT_BYTES);
    assertThat(file.segment(100).getInt(SEGMENT_KIND)).isEqualTo(KIND_RECORDS);
  }

  @Test
  void threadsThatGrowTheFileTogetherGetSegmentsOfTheirOwn() throws Exception {
    SegmentedFile file = file(MAX_SEGMENTS);
    List<Integer> numbers = Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int k = 0; k < 10; k++) {
                  numbers.add(file.add(KIND_SLOTS));
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(numbers).hasSize(40).doesNotHaveDuplicates().doesNotContain(0);
  }
}
