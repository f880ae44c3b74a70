package io.ttalloc.ledger.mapped;

import static io.ttalloc.ledger.LedgerLayout.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.Patience;
import io.ttalloc.testing.Await;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentedFileTest {
  @TempDir Path dir;
  private @Nullable SegmentedFile opened;

  @AfterEach
  void stopGrowing() {
    if (opened != null) {
      opened.stopGrowing();
    }
  }

  private Path path() {
    return dir.resolve("a.ledger");
  }

  private SegmentedFile file(int maxSegments) throws IOException {
    SegmentedFile file = new SegmentedFile(path().toFile(), maxSegments);
    opened = file;
    return file;
  }

  private static int take(SegmentedFile file, int kind) {
    return Patience.retry(file::whyNot, () -> file.take(kind));
  }

  @Test
  void growsByWholeSegmentsWhoseKindAndNumberArePublished() throws IOException {
    SegmentedFile file = file(41);
    for (int number = 1; number <= 40; number++) {
      int kind = number % 2 == 0 ? KIND_SLOTS : KIND_RECORDS;
      assertThat(take(file, kind)).isEqualTo(number);
      assertThat(file.segment(number).getInt(SEGMENT_KIND)).isEqualTo(kind);
      // More segments may be ready already.
      assertThat(file.segment(0).getInt(HEADER_SEGMENTS)).isGreaterThan(number);
      assertThat(Files.size(path())).isGreaterThanOrEqualTo((number + 1L) * SEGMENT_BYTES);
    }
    assertThat(file.segment(0).getInt(HEADER_SEGMENTS)).isEqualTo(41);
    assertThat(Files.size(path())).isEqualTo(41L * SEGMENT_BYTES);
  }

  @Test
  void aSegmentThatNoThreadHasTakenHasNoKind() throws IOException {
    SegmentedFile file = file(3);
    Await.until(() -> file.count() == 3);
    assertThat(file.segment(1).getInt(SEGMENT_KIND)).isZero();
    assertThat(file.segment(2).getInt(SEGMENT_KIND)).isZero();
    assertThat(file.segment(0).getInt(HEADER_SEGMENTS)).isEqualTo(3);
  }

  /** A file that grows twice; its growing thread then blocks until the test releases it. */
  private static final class SlowFile extends SegmentedFile {
    private int grown;
    private volatile boolean released;

    SlowFile(File file) throws IOException {
      super(file, MAX_SEGMENTS);
    }

    @Override
    protected void grow() throws IOException {
      if (grown < 2) {
        grown++;
        super.grow();
      } else {
        Await.until(() -> released);
      }
    }
  }

  @Test
  void theFirstSegmentsAreReadyHoweverLateTheGrowingThreadRuns() throws IOException {
    SlowFile file = new SlowFile(path().toFile());
    try {
      assertThat(file.count()).isEqualTo(3);
      assertThat(file.take(KIND_RECORDS)).isEqualTo(1);
      assertThat(file.take(KIND_SLOTS)).isEqualTo(2);
    } finally {
      file.stopGrowing();
      file.released = true;
    }
  }

  @Test
  void neverLeavesAHoleInTheFile() throws IOException {
    SegmentedFile file = file(2);
    take(file, KIND_SLOTS);
    Process du = new ProcessBuilder("du", "--block-size=1", path().toString()).start();
    String used =
        new String(du.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
            .replaceAll("(?s)\\s.*", "");
    assertThat(Long.parseLong(used)).isGreaterThanOrEqualTo(SEGMENT_BYTES * 2L);
  }

  @Test
  void returnsZeroWhenItCannotGrow() throws IOException {
    SegmentedFile file = file(2);
    assertThat(take(file, KIND_SLOTS)).isEqualTo(1);
    assertThat(take(file, KIND_SLOTS)).isZero();
    assertThat(file.whyNot()).isEqualTo(Loss.AT_LIMIT);
    assertThat(file.segment(0).getInt(HEADER_SEGMENTS)).isEqualTo(2);
  }

  @Test
  void aFileOfOneSegmentSaysSoInItsHeader() throws IOException {
    SegmentedFile file = file(1);
    assertThat(take(file, KIND_SLOTS)).isZero();
    assertThat(file.segment(0).getInt(HEADER_SEGMENTS)).isEqualTo(1);
  }

  @Test
  void findsNoSegmentWhereThereIsNone() throws IOException {
    SegmentedFile file = file(2);
    assertThat(take(file, KIND_SLOTS)).isEqualTo(1);
    assertThat(file.find(1)).isSameAs(file.segment(1));
    for (int number : new int[] {-1, 0, 2, 15, 16, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThat(file.find(number)).isNull();
    }
  }

  @Test
  void continuesToGrowAFileThatWasRemovedAndDoesNotCreateItAgain() throws IOException {
    SegmentedFile file = file(MAX_SEGMENTS);
    Files.delete(path());
    for (int number = 1; number <= 3; number++) {
      assertThat(take(file, KIND_SLOTS)).isEqualTo(number);
      file.segment(number).putInt(64, 7);
    }
    assertThat(path()).doesNotExist();
  }

  @Test
  void readsThroughItsDescriptorAfterTheFileWasRemoved() throws IOException {
    SegmentedFile file = file(2);
    assertThat(take(file, KIND_SLOTS)).isEqualTo(1);
    Files.delete(path());
    file.segment(1).putInt(64, 0x04030201);
    ByteBuffer into = ByteBuffer.allocate(100_000);
    assertThat(file.read(into, SEGMENT_BYTES + 64)).isEqualTo(100_000);
    assertThat(into.array()).startsWith(1, 2, 3, 4, 0);
    into.clear();
    assertThat(file.read(into, 2 * SEGMENT_BYTES - 10)).as("at the end of the file").isEqualTo(10);
    assertThat(file.size()).isEqualTo(2 * SEGMENT_BYTES);
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
                  numbers.add(take(file, KIND_SLOTS));
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
