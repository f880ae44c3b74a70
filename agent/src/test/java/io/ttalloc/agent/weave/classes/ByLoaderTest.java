package io.ttalloc.agent.weave.classes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ByLoaderTest {
  /** Claims to be equal to every other such loader, and counts how often it is called. */
  private static final class Alike extends ClassLoader {
    private int asked;

    @Override
    public boolean equals(Object other) {
      asked++;
      return other instanceof Alike;
    }

    @Override
    public int hashCode() {
      asked++;
      return 7;
    }
  }

  @Test
  void loadersThatCallThemselvesEqualAreTwo() {
    Alike one = new Alike();
    Alike other = new Alike();
    ByLoader<String> values = new ByLoader<>();
    assertThat(values.putIfAbsent(one, "one")).isEqualTo("one");
    assertThat(values.get(one)).isEqualTo("one");
    assertThat(values.get(other)).isNull();
    assertThat(values.putIfAbsent(other, "other")).isEqualTo("other");
    assertThat(values.putIfAbsent(one, "one again")).isEqualTo("one");
    assertThat(values.get(one)).isEqualTo("one");
    assertThat(values.get(other)).isEqualTo("other");
    assertThat(one.asked + other.asked).isZero();
  }

  @Test
  void classesOfLoadersThatCallThemselvesEqualAreTwo() {
    Alike one = new Alike();
    ClassSet classes = new ClassSet();
    assertThat(classes.add(one, "a/B")).isTrue();
    assertThat(classes.add(one, "a/B")).isFalse();
    assertThat(classes.contains(new Alike(), "a/B")).isFalse();
    assertThat(one.asked).isZero();
  }
}
