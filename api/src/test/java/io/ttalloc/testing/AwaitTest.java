package io.ttalloc.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AwaitTest {
  @Test
  void asksUntilTheConditionHoldsAndNotOnceMore() {
    AtomicInteger asked = new AtomicInteger();
    Await.until(() -> asked.incrementAndGet() == 3);
    assertThat(asked).hasValue(3);
  }

  @Test
  void collectsWhileItWaits() {
    WeakReference<Object> dropped = new WeakReference<>(new Object());
    Await.collecting(() -> dropped.refersTo(null));
    assertThat(dropped.get()).isNull();
  }

  @Test
  void passesOnWhatTheConditionThrows() {
    assertThatThrownBy(
            () ->
                Await.until(
                    () -> {
                      throw new IOException("gone");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("gone");
  }
}
