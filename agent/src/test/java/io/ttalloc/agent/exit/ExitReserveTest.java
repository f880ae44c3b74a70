package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExitReserveTest {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private static long ofNothing() throws IOException {
    try (Stream<Path> all = Files.list(DESCRIPTORS)) {
      return all.filter(ExitReserveTest::isOfNothing).count();
    }
  }

  private static boolean isOfNothing(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).equals(Path.of("/dev/null"));
    } catch (IOException e) {
      return false; // the descriptor of the listing itself is already closed
    }
  }

  @Test
  void keepsEightDescriptorsUntilTheyAreReleased() throws IOException {
    assumeTrue(Files.isDirectory(DESCRIPTORS), "where descriptors can be listed");
    long before = ofNothing();
    ExitReserve reserve = ExitReserve.take();
    assertThat(ofNothing()).isEqualTo(before + 8);
    reserve.releaseHeap();
    assertThat(ofNothing()).isEqualTo(before + 8);
    reserve.releaseDescriptors();
    assertThat(ofNothing()).isEqualTo(before);
    reserve.releaseDescriptors();
  }

  @Test
  void takesASixteenthOfTheHeapAndNoMoreThanFourMegabytes() {
    assertThat(ExitReserve.heapBytes(16 << 20)).isEqualTo(1 << 20);
    assertThat(ExitReserve.heapBytes(64 << 20)).isEqualTo(4 << 20);
    assertThat(ExitReserve.heapBytes(8L << 30)).isEqualTo(4 << 20);
    assertThat(ExitReserve.heapBytes(Long.MAX_VALUE)).isEqualTo(4 << 20);
  }
}
