package io.ttalloc.probe.close;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

class EarlyClosesTest {
  private final UnknownCloses.EarlyCloses closes = new UnknownCloses.EarlyCloses();

  @Test
  void answersOnceAsWhatACloseWasCounted() {
    Object[] objects = new Object[16];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = new Object();
      closes.add(new WeakReference<>(objects[i]), 100 + i);
    }
    for (int i = objects.length - 1; i >= 0; i--) {
      assertThat(closes.remove(objects[i])).isEqualTo(100 + i);
      assertThat(closes.remove(objects[i])).isEqualTo(UnknownCloses.EarlyCloses.NOT_THERE);
    }
  }

  @Test
  void forgetsTheOldestFirst() {
    Object[] objects = new Object[18];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = new Object();
      closes.add(new WeakReference<>(objects[i]), i);
    }
    for (int i = 0; i < objects.length; i++) {
      assertThat(closes.remove(objects[i]))
          .isEqualTo(i < 2 ? UnknownCloses.EarlyCloses.NOT_THERE : i);
    }
  }
}
