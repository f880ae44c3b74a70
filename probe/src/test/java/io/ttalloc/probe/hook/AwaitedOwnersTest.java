package io.ttalloc.probe.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.probe.resource.Resource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was opened for objects that are not opened yet. */
class AwaitedOwnersTest {
  private final AwaitedOwners awaited = new AwaitedOwners();

  @Test
  void giveWhatWasNotedForAnObjectOnce() {
    Object first = new Object();
    Object second = new Object();
    Resource[] one = new Resource[1];
    Resource[] other = new Resource[1];
    awaited.add(first, one);
    awaited.add(second, new Resource[2]);
    awaited.add(first, other);

    assertThat(awaited.take(first)).isSameAs(other);
    assertThat(awaited.take(first)).isSameAs(one);
    assertThat(awaited.take(first)).isEmpty();
    assertThat(awaited.take(second)).hasSize(2);
  }

  @Test
  void forgetTheOldest() {
    List<Object> objects = new ArrayList<>();
    for (int i = 0; i <= AwaitedOwners.MOST; i++) {
      objects.add(new Object());
      awaited.add(objects.get(i), new Resource[1]);
    }

    assertThat(awaited.take(objects.get(0))).isEmpty();
    assertThat(awaited.take(objects.get(1))).hasSize(1);
  }
}
