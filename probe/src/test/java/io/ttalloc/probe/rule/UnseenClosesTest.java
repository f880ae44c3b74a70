package io.ttalloc.probe.rule;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The unseen closes of one class, and what they imply for its subclasses. */
class UnseenClosesTest {
  private final UnseenCloses closes = new UnseenCloses();

  private void add(Class<?> type, String what, boolean exist) {
    closes.add(type.getName(), "thing", new UnseenCloses.Known(what, exist));
  }

  /** The text of the entry that applies to a class, with a star if the methods exist. */
  private String of(Class<?> type) {
    UnseenCloses.Known known = requireNonNull(closes.of(type, "thing"));
    return known.what() + (known.exist() ? "*" : "");
  }

  @Test
  void holdForOneTypeOfResourceOnly() {
    add(Door.class, "shut", true);

    assertThat(of(Door.class)).isEqualTo("shut*");
    assertThat(closes.of(Door.class, "gate")).isNull();
    assertThat(closes.of(Closing.class, "thing")).isNull();
  }

  @Test
  void ofSeveralRulesOrLoadingsAreAddedUp() {
    closes.add(Door.class.getName(), "thing", new UnseenCloses.Known(null, false));
    assertThat(of(Door.class)).isEqualTo("null");
    add(Door.class, "slam", false);
    assertThat(of(Door.class)).isEqualTo("slam");
    add(Door.class, "shut", true);
    add(Door.class, "slam", false);
    closes.add(Door.class.getName(), "thing", new UnseenCloses.Known(null, false));
    assertThat(of(Door.class)).isEqualTo("slam; shut*");
    add(Door.class, "lock", false);
    assertThat(of(Door.class)).isEqualTo("slam; shut; lock*");
  }

  @Test
  void holdForSubclassesUnlessMoreIsKnownOfThem() {
    add(Door.class, "shut", true);
    assertThat(of(SteelDoor.class)).isEqualTo("shut*");

    closes.add(HeavyDoor.class.getName(), "thing", new UnseenCloses.Known(null, false));
    assertThat(of(SteelDoor.class)).isEqualTo("null");
  }

  @Test
  void ofInterfacesHoldIfNothingIsKnownOfAnySuperclass() {
    add(Closing.class, "close", true);
    assertThat(of(Door.class)).isEqualTo("close*");
    assertThat(of(SteelDoor.class)).isEqualTo("close*");

    add(Feed.class, "end", true);
    assertThat(of(SteelDoor.class)).isEqualTo("end*");

    add(Door.class, "shut", true);
    assertThat(of(SteelDoor.class)).isEqualTo("shut*");
  }

  interface Closing {}

  interface Feed extends Closing {}

  static class Door implements Feed {}

  static class HeavyDoor extends Door {}

  static final class SteelDoor extends HeavyDoor {}
}
