package io.ttalloc.probe.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.RecordLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The classes whose closes are seen, and the time for which a resource may be open. */
class ProbeRulesTest {
  private final ProbeRules rules = new ProbeRules();
  private final ProbeType door =
      new ProbeType("door", RecordLayout.TYPE_CLOSES_UNSEEN, 0, false, null);

  private boolean seesClosesOf(Class<?> type) {
    return (rules.flags(door, type) & RecordLayout.TYPE_CLOSES_UNSEEN) == 0;
  }

  @Test
  void theyAreSeenWhereAMethodIsWovenInTheClassOrASuperType() {
    assertThat(seesClosesOf(SteelDoor.class)).isFalse();
    rules.closesAreSeenIn(Closing.class.getName());
    assertThat(seesClosesOf(Closing.class)).isTrue();
    assertThat(seesClosesOf(Feed.class)).isTrue();
    assertThat(seesClosesOf(Door.class)).isTrue();
    assertThat(seesClosesOf(SteelDoor.class)).isTrue();
    assertThat(seesClosesOf(Lambda.class)).isFalse();
  }

  @Test
  void theyAreSeenOfATypeWhoseRuleNamesNone() {
    ProbeType file = new ProbeType("file", 0, 0, false, null);
    assertThat(rules.flags(file, Door.class)).isEqualTo(RecordLayout.TYPE_NO_AUTO_CLOSEABLE);
  }

  @Test
  void theyAreNotAllSeenWhereOneThatExistsIsNotWoven() {
    rules.closesAreSeenIn(Door.class.getName());
    rules.closesUnseenIn(SteelDoor.class.getName(), "door", "slam", true);
    rules.closesUnseenIn(Door.class.getName(), "door", "shut", false);
    assertThat(seesClosesOf(Door.class)).isTrue();
    assertThat(rules.unseenCloses(door, Door.class)).isEqualTo("shut");
    assertThat(seesClosesOf(SteelDoor.class)).isFalse();
    assertThat(rules.unseenCloses(door, SteelDoor.class)).isEqualTo("slam");
  }

  @Test
  void theLimitOfATypesRuleWinsOverTheOption() {
    ProbeRules limiting = new ProbeRules(77);
    assertThat(limiting.limitNanos(new ProbeType("a", 0, 0, true, null))).isEqualTo(77);
    assertThat(limiting.limitNanos(limited("b", 0, 5))).isEqualTo(5);
    assertThat(limiting.limitNanos(limited("c", 0, ProbeType.NO_LIMIT))).isZero();
    int cache = RecordLayout.TYPE_HOLDER;
    assertThat(limiting.limitNanos(new ProbeType("d", cache, 0, true, null))).isZero();
    assertThat(limiting.limitNanos(limited("e", cache, 5))).isZero();
    int internal = RecordLayout.TYPE_INTERNAL;
    assertThat(limiting.limitNanos(new ProbeType("f", internal, 0, true, null))).isZero();
  }

  private static ProbeType limited(String name, int flags, long limitNanos) {
    return new ProbeType(
        name, name, flags, 0, true, null, limitNanos, false, false, new String[0], List.of());
  }

  interface Closing {}

  interface Feed extends Closing {}

  static class Door implements Feed {}

  static final class SteelDoor extends Door {}

  static final class Lambda implements Runnable {
    @Override
    public void run() {}
  }
}
