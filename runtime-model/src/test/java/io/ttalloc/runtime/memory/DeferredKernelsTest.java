package io.ttalloc.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.runtime.memory.SparseMemory.Pages;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.DeviceProfile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeferredKernelsTest {
  private static final int PAGE = 2_048;
  private static final Pages A = pages(1);
  private static final Pages B = pages(2);
  private static final Pages C = pages(3);

  private final SparseMemory memory =
      new SparseMemory(DeviceProfile.WORMHOLE_T3000.space(BufferType.DRAM));
  private final List<String> ran = new ArrayList<>();

  private static Pages pages(int number) {
    return new Pages(number * (long) PAGE, 0, PAGE, PAGE);
  }

  private void write(Pages to, int value) {
    memory.write(to.address(), 0, PAGE, new byte[] {(byte) value});
  }

  private int read(Pages from) {
    byte[] one = new byte[1];
    memory.read(from.address(), 0, PAGE, one);
    return one[0];
  }

  private void discard(Pages pages) {
    memory.discard(pages.address(), PAGE);
  }

  /** Enqueues a kernel that doubles a number. */
  private void enqueueDouble(String name, Pages input, Pages output) {
    memory.enqueue(
        List.of(input),
        output,
        () -> {
          ran.add(name);
          write(output, 2 * read(input));
        });
  }

  @Test
  void computesWhatIsRead() {
    write(A, 21);
    enqueueDouble("first", A, B);
    assertThat(ran).isEmpty();
    assertThat(read(A)).as("an input may be read without running anything").isEqualTo(21);
    assertThat(ran).isEmpty();
    assertThat(read(B)).isEqualTo(42);
    assertThat(read(B)).isEqualTo(42);
    assertThat(ran).containsExactly("first");
  }

  @Test
  void computesInTheOrderOfEnqueueing() {
    write(A, 3);
    enqueueDouble("first", A, B);
    enqueueDouble("second", B, C);
    assertThat(read(C)).isEqualTo(12);
    assertThat(ran).containsExactly("first", "second");
  }

  @Test
  void neverComputesWhatIsDiscardedUnread() {
    write(A, 3);
    enqueueDouble("first", A, B);
    discard(B);
    discard(A);
    assertThat(read(B)).isZero();
    assertThat(ran).isEmpty();
  }

  @Test
  void computesBeforeAnInputChanges() {
    write(A, 3);
    enqueueDouble("overwritten", A, B);
    write(A, 4);
    assertThat(read(B)).isEqualTo(6);

    enqueueDouble("discarded", A, C);
    discard(A);
    assertThat(ran).containsExactly("overwritten", "discarded");
    assertThat(read(C)).isEqualTo(8);
  }

  @Test
  void computesADiscardedResultThatAnotherKernelNeeds() {
    write(A, 3);
    enqueueDouble("first", A, B);
    enqueueDouble("second", B, C);
    discard(B);
    assertThat(read(C)).isEqualTo(12);
  }

  @Test
  void computesBeforeItsOutputIsOverwritten() {
    write(A, 3);
    enqueueDouble("first", A, B);
    write(B, 100);
    assertThat(read(B)).isEqualTo(100);
    assertThat(ran).containsExactly("first");
  }

  @Test
  void letsOnlySomeWait() {
    write(A, 3);
    for (int i = 0; i < 65; i++) {
      enqueueDouble(Integer.toString(i), A, pages(10 + i));
    }
    assertThat(ran).hasSize(64);
    assertThat(read(pages(74))).isEqualTo(6);
    assertThat(ran).hasSize(65);
  }

  @Test
  void forgetsAllWhenItIsCleared() {
    enqueueDouble("first", A, B);
    memory.clear();
    assertThat(read(B)).isZero();
    assertThat(ran).isEmpty();
  }

  @Test
  void runsTheRestAfterOneThatFailed() {
    write(A, 3);
    memory.enqueue(
        List.of(A),
        C,
        () -> {
          throw new IllegalStateException("a broken kernel");
        });
    enqueueDouble("second", A, B);
    assertThatThrownBy(() -> read(B)).hasMessage("a broken kernel");
    assertThat(read(B)).isEqualTo(6);
  }
}
