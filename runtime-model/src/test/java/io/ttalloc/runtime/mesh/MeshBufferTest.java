package io.ttalloc.runtime.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.runtime.buffer.Buffer;
import io.ttalloc.runtime.buffer.BufferSpec;
import io.ttalloc.runtime.device.Device;
import io.ttalloc.runtime.memory.Direction;
import io.ttalloc.runtime.memory.OutOfDeviceMemoryException;
import io.ttalloc.runtime.profile.BufferType;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MeshBufferTest {
  private final MeshDevice mesh = Meshes.open();
  private final MeshDeviceView view = mesh.view();

  @AfterEach
  void close() {
    mesh.close();
    assertThat(Meshes.areForgotten(view.devices().stream().map(Device::sessionName).toList()))
        .isTrue();
  }

  @Test
  void reservesOneAddressAndGivesEachChipItsRoot() {
    MeshBuffer buffer = MeshBuffer.create(view, config(MeshBufferConfig.Layout.SHARDED, 196_608));
    assertThat(buffer.deviceBuffers())
        .hasSize(8)
        .allSatisfy(
            device -> {
              assertThat(device.address()).isEqualTo(2_560_032);
              assertThat(device.size()).isEqualTo(24_576);
              assertThat(device.ownsData()).isTrue();
            });
    assertThat(buffer.deviceBuffers())
        .extracting(Buffer::deviceId)
        .containsExactly(4, 0, 3, 7, 5, 1, 2, 6);
    assertThat(buffer.state())
        .isInstanceOfSatisfying(
            MeshBufferState.Owned.class,
            owned -> {
              assertThat(owned.backing().deviceId()).isEqualTo(-1);
              assertThat(owned.backing().deviceBytes()).isZero();
              assertThat(owned.backing().address()).isEqualTo(2_560_032);
            });
    assertThat(allocated()).containsOnly(24_576L);
    buffer.close();
    buffer.close();
    assertThat(buffer.state()).isInstanceOf(MeshBufferState.Deallocated.class);
    assertThat(allocated()).containsOnly(0L);
  }

  @Test
  void replicatesTheWholeToEveryChip() {
    try (MeshBuffer buffer =
        MeshBuffer.create(view, config(MeshBufferConfig.Layout.REPLICATED, 12_288))) {
      assertThat(buffer.deviceBuffers()).extracting(Buffer::size).containsOnly(12_288L);
      assertThat(allocated()).containsOnly(12_288L);
    }
  }

  @Test
  void addsNothingWhenItsMemoryIsSomethingElses() {
    MeshBufferConfig config = config(MeshBufferConfig.Layout.REPLICATED, 12_288);
    try (MeshBuffer root = MeshBuffer.create(view, config)) {
      MeshBuffer alias = MeshBuffer.create(view, config, root.address());
      assertThat(alias.state()).isInstanceOf(MeshBufferState.ExternallyOwned.class);
      assertThat(alias.deviceBuffers())
          .extracting(Buffer::ownsData)
          .isEqualTo(Collections.nCopies(8, false));
      assertThat(allocated()).containsOnly(12_288L);
      alias.close();
      assertThat(allocated()).containsOnly(12_288L);
    }
  }

  @Test
  void goesWhereAllChipsHaveRoom() {
    Device sixth = view.devices().get(6);
    BufferSpec spec = BufferSpec.of(24_576, 2_048, BufferType.DRAM);
    try (Buffer inTheWay = Buffer.create(sixth, spec);
        MeshBuffer buffer =
            MeshBuffer.create(view, config(MeshBufferConfig.Layout.REPLICATED, 12_288))) {
      assertThat(buffer.address()).isEqualTo(inTheWay.address() + inTheWay.bankBytes());
    }
  }

  @Test
  void takesNothingWhenOneChipIsFull() {
    Device sixth = view.devices().get(6);
    BufferSpec spec = BufferSpec.of(12L * 523_000 * 2_048, 2_048, BufferType.DRAM);
    try (Buffer full = Buffer.create(sixth, spec)) {
      assertThatThrownBy(
              () ->
                  MeshBuffer.create(view, config(MeshBufferConfig.Layout.REPLICATED, full.size())))
          .isInstanceOf(OutOfDeviceMemoryException.class);
      assertThat(allocated().stream().filter(bytes -> bytes != 0)).hasSize(1);
    }
  }

  @Test
  void refusesPartsThatAreNotWholePages() {
    assertThatThrownBy(
            () -> MeshBuffer.create(view, config(MeshBufferConfig.Layout.SHARDED, 2_048 * 9)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("18432 B cannot be sharded over 8 chips");
  }

  private static MeshBufferConfig config(MeshBufferConfig.Layout layout, long bytes) {
    return new MeshBufferConfig(layout, bytes, 2_048, BufferType.DRAM, Direction.BOTTOM_UP);
  }

  private List<Long> allocated() {
    return Meshes.allocated(view, BufferType.DRAM);
  }
}
