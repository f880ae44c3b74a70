package io.ttalloc.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.ttalloc.runtime.profile.BankLayout;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.CoreRange;
import io.ttalloc.runtime.profile.DeviceProfile;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllocatorTest {
  private static final DeviceProfile PROFILE = DeviceProfile.WORMHOLE_T3000;
  private final Object lock = new Object();
  private final Allocator allocator = new Allocator(lock, 0, "0#1", PROFILE);

  @Test
  void putsTensorsOfOneChipAtTheGoldenAddresses() {
    long summand = 8L * 512 * 512 * 2;
    long factor = 8L * 256 * 128 * 2;
    long product = 8L * 256 * 256 * 2;
    assertThat(
            List.of(
                dram(summand).address(),
                dram(summand).address(),
                dram(summand).address(),
                dram(factor).address(),
                dram(factor).address(),
                dram(product).address()))
        .containsExactly(2560032L, 2910240L, 3260448L, 3610656L, 3655712L, 3700768L);
  }

  @Test
  void putsKernelsOnTopWithoutOverlapThoughTheirFlatLengthsWouldOverlap() {
    Allocation add = allocator.allocate(kernels(12_288));
    Allocation matmul = allocator.allocate(kernels(24_576));
    assertThat(add.address()).isEqualTo(0x3FFFF800L);
    assertThat(matmul.address()).isEqualTo(0x3FFFF000L);
    assertThat(dramStatistics().blocks())
        .extracting(Block::address, Block::bankBytes, Block::sizeBytes)
        .containsExactly(tuple(0x3FFFF000L, 2_048L, 24_576L), tuple(0x3FFFF800L, 2_048L, 12_288L));
    assertThat(matmul.address() + 24_576).isGreaterThan(add.address());
  }

  @Test
  void countsBankBytesInRoundedPagesPerBank() {
    BankLayout layout = PROFILE.space(BufferType.DRAM);
    assertThat(layout.bankBytes(1, 2_048)).isEqualTo(2_048);
    assertThat(layout.bankBytes(12 * 2_048, 2_048)).isEqualTo(2_048);
    assertThat(layout.bankBytes(12 * 2_048 + 1, 2_048)).isEqualTo(4_096);
    assertThat(layout.bankBytes(100, 100)).isEqualTo(128);
    assertThat(layout.bankBytes(0, 2_048)).isZero();
    assertThat(12 * layout.bankBytes()).isEqualTo(12_884_901_504L);
    assertThat(layout.limit()).isEqualTo(1L << 30);
  }

  @Test
  void reusesAHoleBeforeTheEnd() {
    Allocation first = dram(24_576);
    dram(24_576);
    allocator.free(BufferType.DRAM, first);
    assertThat(dram(24_576).address()).isEqualTo(first.address());
    assertThat(dramStatistics().freeCount()).isEqualTo(1);
  }

  @Test
  void refusesToFreeABlockThatIsGone() {
    Allocation first = dram(24_576);
    allocator.free(BufferType.DRAM, first);
    Allocation second = dram(24_576);
    assertThat(second.address()).isEqualTo(first.address());
    assertThatThrownBy(() -> allocator.free(BufferType.DRAM, first))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("at 2560032 in DRAM");
    assertThat(dramStatistics().allocatedBytes()).isEqualTo(24_576);
  }

  @Test
  void saysEverythingThatIsNeededWhenMemoryIsOut() {
    dram(24_576);
    assertThatThrownBy(() -> dram(12_884_901_504L))
        .isInstanceOf(OutOfDeviceMemoryException.class)
        .hasMessage(
            "Out of memory: cannot allocate 12884901504 B in DRAM of device 0 (session 0#1) over 12"
                + " banks: each bank needs 1073741824 B; bank size 1071181792 B, allocated 24576"
                + " B, free 12854156928 B, largest free block 1071179744 B per bank, next to the"
                + " buffer of 24576 B at 2560032 (0x271020). No buffer was created.");
    assertThat(dramStatistics().allocatedBytes()).isEqualTo(24_576);
  }

  @Test
  void namesTheBuffersOnBothSidesOfTheLargestFreeBlock() {
    Allocation hole = dram(12 * 400_000L * 2_048);
    dram(24_576);
    allocator.allocate(kernels(12_288));
    allocator.free(BufferType.DRAM, hole);
    Allocator other = new Allocator(lock, 1, "1#1", PROFILE);
    other.allocate(kernels(24_576));
    String both =
        "largest free block 819200000 B per bank, next to the buffer of 24576 B at 821760032"
            + " (0x30fb1020)";

    assertThatThrownBy(() -> dram(12 * 500_000L * 2_048)).hasMessageContaining(both + ". No");
    dram(12 * 400_000L * 2_048);
    assertThatThrownBy(() -> Allocator.reserve(List.of(allocator, other), request(1L << 33)))
        .hasMessageContaining(
            ", next to the buffer of 24576 B at 821760032 (0x30fb1020) and the buffer of 12288 B"
                + " at 1073739776 (0x3ffff800) and the buffer of 24576 B at 1073739776"
                + " (0x3ffff800). No buffer was created.");
  }

  @Test
  void takesNoMemoryForNothing() {
    assertThat(dram(0).isNone()).isTrue();
    assertThat(allocator.isEmpty()).isTrue();
  }

  @Test
  void reservesOneAddressThatIsFreeOnAllChips() {
    Allocator other = new Allocator(lock, 1, "1#1", PROFILE);
    dram(24_576);
    Allocation common = Allocator.reserve(List.of(allocator, other), request(24_576));
    assertThat(common.address()).isEqualTo(2_560_032 + 2_048);
    assertThat(other.statistics().get(0).allocatedBytes()).isZero();

    other.claim(BufferType.DRAM, common.address(), 24_576);
    assertThat(other.statistics().get(0).allocatedBytes()).isEqualTo(24_576);
    allocator.unreserve(BufferType.DRAM, common);
    other.unreserve(BufferType.DRAM, common);
    assertThat(dramStatistics().blocks()).hasSize(1);
    assertThat(other.statistics().get(0).blocks())
        .singleElement()
        .returns(Block.Kind.BUFFER, Block::kind);
  }

  @Test
  void reservesNothingWhenOneChipHasNoRoom() {
    Allocator other = new Allocator(lock, 1, "1#1", PROFILE);
    other.allocate(request(12 * 523_000L * 2_048));
    assertThatThrownBy(
            () -> Allocator.reserve(List.of(allocator, other), request(12 * 100_000L * 2_048)))
        .isInstanceOf(OutOfDeviceMemoryException.class)
        .hasMessageContaining("each of 2 devices, in lock step");
    assertThat(allocator.isEmpty()).isTrue();
  }

  @Test
  void countsCircularBuffersByRegionAndByHandle() {
    CoreRange cores = PROFILE.cores();
    allocator.placeCircularBuffer(1, 1, cores, 101_152, 4_096);
    allocator.placeCircularBuffer(2, 2, cores, 101_152, 4_096);
    allocator.placeCircularBuffer(3, 1, cores, 105_248, 4_096);
    allocator.placeCircularBuffer(4, 2, cores, 105_248, 2_048);
    SpaceStatistics l1 = statistics(BufferType.L1);
    assertThat(l1.allocatedBytes()).isEqualTo(8_192);
    assertThat(l1.handles()).isEqualTo(4);
    assertThat(l1.handleBytes()).isEqualTo(14_336);
    assertThat(l1.largestFreeBytes()).isEqualTo(1_499_136 - 32_768 - 109_344);
    allocator.releaseCircularBuffer(3);
    assertThat(statistics(BufferType.L1).allocatedBytes()).isEqualTo(4_096 + 2_048);
    assertThat(statistics(BufferType.L1).freeCount()).isEqualTo(1);
  }

  @Test
  void givesTracesTheTopOfDram() {
    DeviceProfile traced = PROFILE.withTraceRegion(1 << 20);
    Allocator withTraces = new Allocator(lock, 0, "0#1", traced);
    assertThat(withTraces.allocate(kernels(12_288)).address())
        .isEqualTo((1L << 30) - (1 << 20) - 2_048);
    AllocationRequest trace =
        new AllocationRequest(BufferType.TRACE, 24_576, 2_048, Direction.BOTTOM_UP);
    assertThat(withTraces.allocate(trace).address()).isEqualTo((1L << 30) - (1 << 20));
    assertThatThrownBy(() -> allocator.allocate(trace))
        .isInstanceOf(OutOfDeviceMemoryException.class);
  }

  @Test
  void dealsPagesOverEightBanksOnBlackhole() {
    Allocator blackhole = new Allocator(lock, 0, "0#1", DeviceProfile.BLACKHOLE);
    blackhole.allocate(request(9 * 2_048));
    assertThat(blackhole.statistics().get(0).blocks())
        .singleElement()
        .returns(4_096L, Block::bankBytes);
  }

  private Allocation dram(long bytes) {
    return allocator.allocate(request(bytes));
  }

  private static AllocationRequest request(long bytes) {
    return new AllocationRequest(BufferType.DRAM, bytes, 2_048, Direction.BOTTOM_UP);
  }

  private static AllocationRequest kernels(long bytes) {
    return new AllocationRequest(BufferType.DRAM, bytes, 2_048, Direction.TOP_DOWN);
  }

  private SpaceStatistics dramStatistics() {
    return statistics(BufferType.DRAM);
  }

  private SpaceStatistics statistics(BufferType type) {
    return allocator.statistics().stream()
        .filter(row -> row.space() == type)
        .findFirst()
        .orElseThrow();
  }
}
