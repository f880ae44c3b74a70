package io.ttalloc.agent.weave.check;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.weave.WovenApplication;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.rules.packs.CompiledPacks;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class InheritedClosesTest {
  private static final String CHANNEL =
      """
      - class: java.nio.channels.FileChannel
        subtypes: true
        type: file channel
        open: ["open(Path,OpenOption[])"]
        close: [close]
      """;

  @Test
  void isWovenWhereItIsWrittenAndOnlyForWhatTheRuleOpens() {
    List<Rule> rules = rules(CHANNEL);

    List<Rule> all = addedTo(rules);

    assertThat(all).startsWith(rules.toArray(Rule[]::new)).hasSize(2);
    Rule added = all.get(1);
    assertThat(added.classes().toString())
        .isEqualTo("java.nio.channels.spi.AbstractInterruptibleChannel");
    assertThat(added.subtypes()).isFalse();
    assertThat(added.get(Clauses.TYPE)).isEqualTo("file channel");
    assertThat(added.get(Clauses.UNKNOWN_CLOSE)).isEqualTo("ignore");
    assertThat(added.has(Clauses.OPEN)).isFalse();
  }

  @Test
  void theSameMethodIsNotWovenForTwoRules() {
    String sockets = CHANNEL.replace("FileChannel", "SocketChannel").replace("file", "socket");

    assertThat(addedTo(rules(CHANNEL + sockets))).hasSize(3);
  }

  @Test
  void twoClosesThatOneClassWritesAreBothWoven() {
    String sockets =
        """
        - class: javax.net.ssl.SSLSocket
          type: socket
          open: [<init>]
          close: [close, shutdownInput]
        """;

    List<Rule> all = addedTo(rules(sockets));

    assertThat(all.subList(1, all.size()))
        .extracting(rule -> rule.classes() + " " + rule.methods(Clauses.CLOSE))
        .containsExactlyInAnyOrder("java.net.Socket [close]", "java.net.Socket [shutdownInput]");
  }

  @Test
  void aRuleOfTheUsersThatDoesNotSayWhatClosesTheClassHidesNothing() {
    String userRule =
        """
        - class: java.nio.channels.spi.AbstractInterruptibleChannel
          type: channel
          open: [<init>]
        """;

    assertThat(addedTo(rules(CHANNEL + userRule))).hasSize(3);
  }

  @Test
  void aRuleOfTheUsersForThatClassComesFirst() {
    String userRule =
        """
        - class: java.nio.channels.spi.AbstractInterruptibleChannel
          type: channel
          open: [<init>]
          close: [close]
        """;

    assertThat(addedTo(rules(CHANNEL + userRule))).hasSize(2);
  }

  /**
   * The classes of these rules declare their close method themselves, have no close method, inherit
   * an abstract one, are named by a pattern, or belong to the application.
   */
  @Test
  void mostRulesNeedNoOther() {
    List<Rule> rules =
        rules(
            """
            - class: java.io.FileInputStream
              type: thing
              open: [<init>]
              close: [close]
            - class: java.util.concurrent.locks.ReentrantLock
              type: thing
              open: [lock]
              close: [unlock]
            - class: java.lang.StringBuilder
              type: thing
              open: [<init>]
              close: [nothing]
            - class: java.nio.channels.ByteChannel
              type: thing
              open: [<init>]
              close: [close]
            - class: java.nio.channels.FileChannel.*
              type: thing
              open: [<init>]
              close: [close]
            - class: com.acme.Connection
              type: thing
              open: [<init>]
              close: [close]
            """);

    assertThat(addedTo(rules)).isSameAs(rules);
  }

  @Test
  void rulesOfPacksNeedNone() throws IOException {
    for (String name : new CompiledPacks(null).names()) {
      List<Rule> pack = requireNonNull(new CompiledPacks(null).load(name)).rules();
      assertThat(addedTo(pack)).as(name).isEqualTo(pack);
    }
  }

  private static List<Rule> addedTo(List<Rule> own) {
    return InheritedCloses.addedTo(own, own);
  }

  private static List<Rule> rules(String yaml) {
    return WovenApplication.rules("schema: tt-alloc-rules/1\nrules:\n" + yaml);
  }
}
