package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.weave.WovenApplication.Recorded;
import io.ttalloc.ledger.read.TallyEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules for a class and for its superclass all apply to one object. */
class SuperclassRulesTest {
  private static final String APPLICATION =
      """
      package com.acme;

      class Item {
        public void close() {}
      }

      class Base {
        Item first = new Item();
        void fill() { new Item(); }
        void add(Item item) {}
        public void close() {}
      }

      class Heir extends Base {
        static Heir create() { return new Heir(); }
        Heir() { new Base(); }
      }

      final class LastHeir extends Heir {}

      public class Main implements Runnable {
        static Base kept;

        @Override
        public void run() {
          Heir heir = new LastHeir();
          heir.fill();
          heir.add(new Item());
          heir.close();
          kept = new Base();
          kept.add(new Item());
          kept.close();
        }
      }
      """;

  private static final String ITEM =
      "{class: com.acme.Item, type: item, open: [<init>], close: [close]}";

  @TempDir Path folder;

  private List<TallyEntry> run(boolean reversed, String... rules) throws Exception {
    return run(APPLICATION, reversed, rules);
  }

  private List<TallyEntry> run(String application, boolean reversed, String... rules)
      throws Exception {
    List<String> all = new ArrayList<>(List.of(rules));
    if (reversed) {
      Collections.reverse(all);
    }
    String yaml = "schema: tt-alloc-rules/1\nrules:\n- " + String.join("\n- ", all) + "\n";
    Recorded recorded = WovenApplication.run(folder, application, WovenApplication.rules(yaml));
    return List.copyOf(recorded.image().tallies().values());
  }

  private static long closed(List<TallyEntry> all, String type) {
    return all.stream()
        .filter(tally -> tally.type().name().equals(type))
        .mapToLong(TallyEntry::closed)
        .sum();
  }

  private static TallyEntry only(List<TallyEntry> all, String className) {
    return all.stream()
        .filter(tally -> tally.type().className().equals("com.acme." + className))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The object of the subclass owns the items that its superclass constructor and fill() open, but
   * not the items that the constructor of another object opens.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aScopeOfTheSuperclassIsOneOfTheObjectThatTheSubclassOpens(boolean reversed)
      throws Exception {
    List<TallyEntry> all =
        run(
            reversed,
            "{class: com.acme.Base, scope: [<init>, fill]}",
            "{class: com.acme.Heir, type: heir, open: [<init>], close: [close], frees-owned: true}",
            ITEM);

    assertThat(closed(all, "item")).isEqualTo(2);
    assertThat(only(all, "LastHeir").type().owner()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aScopeThatIsAConstructorIsOneOfWhatAFactoryOpensLater(boolean reversed) throws Exception {
    List<TallyEntry> all =
        run(
            APPLICATION.replace("new LastHeir()", "Heir.create()"),
            reversed,
            "{class: com.acme.Base, scope: [<init>]}",
            "{class: com.acme.Heir, type: heir, open: [create], close: [close], frees-owned: true}",
            ITEM);

    assertThat(closed(all, "item")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRuleOfTheSubclassSaysWhatItsObjectsAreThoughTheSuperclassOpensThem(boolean reversed)
      throws Exception {
    String base = "{class: com.acme.Base, type: base, open: [<init>], close: [close], ";
    List<TallyEntry> all =
        run(
            reversed,
            base + "holder: true, hold: [{method: add, resource: $0}]}",
            "{class: com.acme.Heir, type: base, open: [<init>], frees-owned: true,"
                + " policy: {LOST: ignore}}",
            ITEM);

    assertThat(closed(all, "item")).isEqualTo(1);
    assertThat(only(all, "LastHeir").type().holder()).isTrue();
    assertThat(only(all, "LastHeir").type().policy().words()).containsEntry("LOST", "ignore");
    assertThat(only(all, "Base").type().closing().freesOwned()).isFalse();
    assertThat(only(all, "Base").type().policy().words()).isEmpty();
  }

  /**
   * The object has the name and the policy of the rule for the subclass, and the properties of both
   * rules.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void thatRuleMayCallThemOtherwise(boolean reversed) throws Exception {
    String base = "{class: com.acme.Base, subtypes: true, type: base, open: [<init>], ";
    List<TallyEntry> all =
        run(
            reversed,
            base + "close: [close], holder: true, hold: [{method: add, resource: $0}]}",
            "{class: com.acme.Heir, type: heir, open: [<init>], frees-owned: true,"
                + " policy: {LOST: ignore}}",
            ITEM);

    assertThat(closed(all, "item")).isEqualTo(1);
    assertThat(only(all, "LastHeir").type().name()).isEqualTo("heir");
    assertThat(only(all, "LastHeir").type().policy().words()).containsEntry("LOST", "ignore");
    assertThat(only(all, "LastHeir").type().holder()).isTrue();
    assertThat(only(all, "Base").type().name()).isEqualTo("base");
  }

  /**
   * The rule for the superclass has another type, so it does not apply to objects that the rule for
   * the subclass opens.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRuleOfAnotherTypeForASuperclassAddsNothing(boolean reversed) throws Exception {
    List<TallyEntry> all =
        run(
            reversed,
            "{class: com.acme.Base, type: base, open: [fill], holder: true}",
            "{class: com.acme.Heir, type: heir, open: [<init>], close: [close]}",
            ITEM);

    assertThat(only(all, "LastHeir").type().holder()).isFalse();
  }
}
