package io.ttalloc.probe.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.ReferenceQueue;
import org.junit.jupiter.api.Test;

/** A resource's state decides which of several threads records its end. */
class ResourceStateTest {
  private final ResourceState state = new ResourceState(new Object(), new ReferenceQueue<>()) {};

  private void close() {
    state.opened();
    assertThat(state.beginClose(1)).isTrue();
  }

  @Test
  void theCloserSettlesIt() {
    close();
    assertThat(state.endClose()).isTrue();
    assertThat(state.collect()).isEqualTo(-1);
  }

  @Test
  void theCollectorSettlesWhatItTakesDuringAClose() {
    close();
    assertThat(state.collect()).isEqualTo(ResourceState.CLOSING);
    assertThat(state.endClose()).isFalse();
    assertThat(state.collect()).isEqualTo(-1);
  }

  @Test
  void theLastPinSettlesIt() {
    state.opened();
    assertThat(state.pin()).isTrue();
    assertThat(state.beginClose(1)).isTrue();
    assertThat(state.endClose()).isFalse();
    assertThat(state.unpin()).isTrue();
  }
}
