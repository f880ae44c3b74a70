package io.ttalloc.runtime.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramCacheTest {
  private static final ProgramKey ADD = new ProgramKey("add", "[1, 2]");
  private static final ProgramKey MATMUL = new ProgramKey("matmul", "[1, 2]");
  private final ProgramCache cache = new ProgramCache("Device 0#1");
  private final List<String> closed = new ArrayList<>();

  @Test
  void findsWhatWasPutUntilItIsRemoved() {
    CachedProgram add = entry("add");
    cache.put(ADD, add);
    cache.put(MATMUL, entry("matmul"));
    assertThat(cache.find(ADD)).isSameAs(add);
    cache.remove(ADD);
    cache.remove(ADD);
    assertThat(cache.find(ADD)).isNull();
    assertThat(closed).containsExactly("add");
    assertThat(cache.keys()).containsExactly(MATMUL);
  }

  @Test
  void closesAllWhenCleared() {
    cache.put(ADD, entry("add"));
    cache.put(MATMUL, entry("matmul"));
    cache.clear();
    assertThat(closed).containsExactly("add", "matmul");
    assertThat(cache.numEntries()).isZero();
  }

  @Test
  void closesTheRestWhenOneFails() {
    cache.put(
        ADD,
        () -> {
          throw new IllegalStateException("stuck");
        });
    cache.put(MATMUL, entry("matmul"));
    assertThatThrownBy(cache::clear).hasMessage("stuck");
    assertThat(closed).containsExactly("matmul");
  }

  @Test
  void closesTheEarlierEntryOfAKey() {
    cache.put(ADD, entry("first"));
    cache.put(ADD, entry("second"));
    assertThat(closed).containsExactly("first");
    assertThat(cache.numEntries()).isEqualTo(1);
  }

  @Test
  void worksAfterItsDeviceWasClosed() {
    cache.put(ADD, entry("add"));
    cache.ownerClosed();
    assertThat(cache.numEntries()).isEqualTo(1);
    assertThat(closed).isEmpty();
    cache.clear();
    assertThat(closed).containsExactly("add");
    assertThat(cache.isEnabled()).as("it has ended").isFalse();
  }

  @Test
  void findsNothingWhileDisabled() {
    cache.put(ADD, entry("add"));
    cache.disable();
    assertThat(cache.find(ADD)).isNull();
    assertThat(cache.numEntries()).isEqualTo(1);
    cache.enable();
    assertThat(cache.find(ADD)).isNotNull();
  }

  @Test
  void refusesMissesThatAreNotAllowed() {
    cache.put(MATMUL, entry("matmul"));
    cache.checkMissAllowed(ADD);
    cache.cacheMissesAllowed(false);
    assertThatThrownBy(() -> cache.checkMissAllowed(ADD))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Program cache miss for add 0x")
        .hasMessageContaining("cache of Device 0#1")
        .hasMessageContaining(MATMUL.describe());
  }

  private CachedProgram entry(String name) {
    return () -> closed.add(name);
  }
}
