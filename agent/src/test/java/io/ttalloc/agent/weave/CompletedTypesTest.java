package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.rules.Rule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that several rules for the resources of one class complement each other, in any order. */
class CompletedTypesTest {
  private static final String APPLICATION =
      """
      package com.acme;

      interface Named { void close(); }

      class Item {
        void close() {}
      }

      class Pool implements Named {
        Item made;
        void make() { made = new Item(); }
        long size() { return 812; }
        public void close() {}
      }

      class Factory {
        static Pool get() { return new Pool(); }
      }

      public class Main implements Runnable {
        static Pool kept;
        static Pool given = Factory.get();

        @Override
        public void run() {
          kept = new Pool();
          kept.make();
          Pool closed = new Pool();
          closed.make();
          closed.close();
        }
      }
      """;

  private static final String OPENS = "{class: com.acme.Pool, type: pool, open: [<init>], ";
  private static final String ITEM =
      "{class: com.acme.Item, type: item, open: [<init>], close: [close]}";

  @TempDir Path folder;

  /** The tallies of the ledger after the run. */
  private List<TallyEntry> run(boolean reversed, String... rules) throws Exception {
    List<String> all = new ArrayList<>(List.of(rules));
    if (reversed) {
      Collections.reverse(all);
    }
    String yaml = "schema: tt-alloc-rules/1\nrules:\n- " + String.join("\n- ", all) + "\n";
    List<Rule> read = WovenApplication.rules(yaml);
    return List.copyOf(WovenApplication.run(folder, APPLICATION, read).image().tallies().values());
  }

  private static List<TallyEntry> of(List<TallyEntry> all, String type) {
    return all.stream().filter(tally -> tally.type().name().equals(type)).toList();
  }

  private static TypeEntry pool(List<TallyEntry> all) {
    return of(all, "pool").get(0).type();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatOneOwnsIsFreedThoughAnotherRuleHasTheScope(boolean reversed) throws Exception {
    List<TallyEntry> all =
        run(
            reversed,
            OPENS + "close: [close], frees-owned: true}",
            OPENS + "scope: [make], bytes: size()}",
            ITEM);

    assertThat(of(all, "item")).allSatisfy(item -> assertThat(item.closed()).isEqualTo(1));
    assertThat(of(all, "item")).singleElement().extracting(TallyEntry::opened).isEqualTo(2L);
    assertThat(pool(all)).matches(type -> type.closing().freesOwned()).matches(TypeEntry::hasBytes);
  }

  /**
   * A connection that is collected without a close is a leak even if its statements were closed.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRuleThatOnlyClosesMaySayThatOwnersCountByThemselves(boolean reversed) throws Exception {
    List<TallyEntry> all =
        run(
            reversed,
            OPENS + "scope: [make]}",
            "{class: com.acme.Named, subtypes: true, type: pool, close: [close], bytes: 0}",
            ITEM);

    assertThat(pool(all)).matches(TypeEntry::owner).matches(TypeEntry::hasBytes);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRuleOfAnInterfaceOrWithoutATypeCompletesThatOfTheClass(boolean reversed) throws Exception {
    List<TallyEntry> all =
        run(
            reversed,
            "{class: com.acme.Named, subtypes: true, type: pool, open: [<init>], close: [close],"
                + " frees-owned: true, bytes: size()}",
            "{class: com.acme.Pool, scope: [make]}",
            ITEM);

    assertThat(of(all, "item")).singleElement().extracting(TallyEntry::closed).isEqualTo(1L);
    assertThat(pool(all)).matches(TypeEntry::owner);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void policyAndHolderAreThoseOfAllRules(boolean reversed) throws Exception {
    List<TallyEntry> all =
        run(
            reversed,
            OPENS + "close: [close], policy: {LOST: ignore}}",
            OPENS + "holder: true, hold: [{method: make, resource: made}]}",
            ITEM);

    assertThat(pool(all)).matches(TypeEntry::holder);
    assertThat(pool(all).policy().words()).containsEntry("LOST", "ignore");
  }

  /**
   * A rule without a type is about the pool itself, not about the objects that methods of the pool
   * open.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRuleWithoutATypeAddsNothingToWhatMethodsOpen(boolean reversed) throws Exception {
    List<TallyEntry> all =
        run(
            reversed,
            "{class: com.acme.Pool, type: pool, open: [{method: make, resource: made}]}",
            "{class: com.acme.Pool, scope: [make]}");

    assertThat(pool(all).owner()).isFalse();
  }

  /**
   * A scope makes an object a wrapper only if a rule for the object's own class opens it, not if a
   * method that hands it out does.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aScopeMakesNoWrapperOfWhatOthersGiveOut(boolean reversed) throws Exception {
    List<TallyEntry> all =
        run(
            reversed,
            "{class: com.acme.Factory, type: pool, open: [{method: get, resource: result}]}",
            "{class: com.acme.Pool, type: pool, close: [close], scope: [make]}",
            "{class: com.acme.Pool, scope: [make]}");

    assertThat(pool(all).owner()).isFalse();
  }

  /**
   * A rule whose type has another name describes a different type, so it adds nothing to this one.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRuleOfAnotherTypeAddsNothing(boolean reversed) throws Exception {
    List<TallyEntry> all =
        run(
            reversed,
            OPENS + "close: [close]}",
            "{class: com.acme.Pool, type: other, open: [make], holder: true}",
            ITEM);

    assertThat(pool(all).holder()).isFalse();
  }
}
