package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.rules.Rule;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Methods that open an object other than the one on which they are called. */
class ResourceOfMethodTest {
  private static final String HEAD = "schema: tt-alloc-rules/1\nrules:\n";

  private static final String SERVER =
      """
      - class: com.acme.Server
        subtypes: true
        type: connection
        open:
          - {method: accept, resource: result}
          - {method: failing, resource: result}
          - {method: latest, resource: result}
          - {method: register, resource: $0.inner}
        bytes: size()
        label: name
        space: this.place
      """;

  private static final String CONNECTION =
      """
      - {class: com.acme.Connection, subtypes: true, type: connection, close: [close]}
      """;

  private static final String OWN =
      """
      - {class: com.acme.Wire, type: wire, open: [<init>], close: [close]}
      """;

  private static final String APPLICATION =
      """
      package com.acme;

      interface Connection {
        void close();
        default int size() { return 7; }
      }

      class Wire implements Connection {
        final String name;
        final Wire inner;
        Wire(String name) { this.name = name; inner = null; }
        Wire(String name, Wire inner) { this.name = name; this.inner = inner; }
        @Override public void close() {}
      }

      abstract class Server {
        final String place = getClass().getSimpleName();
        Wire latest;
        abstract Wire accept(String name);
        Wire latest() { return latest; }
        Wire failing(String name) { throw new IllegalStateException(name); }
        void register(Wire outer) { outer = null; }
      }

      class TcpServer extends Server {
        @Override Wire accept(String name) { return name == null ? null : (latest = new Wire(name)); }
      }

      /** The compiler writes a bridge to its method. */
      class SpecialServer extends TcpServer {
        static class Special extends Wire {
          Special(String name) { super(name); }
        }
        @Override Special accept(String name) {
          super.accept(name);
          return new Special(name + " of special");
        }
      }

      public class Main implements Runnable {
        static final Object[] KEPT = new Object[16];

        @Override
        public void run() {
          switch (System.getProperty("scenario")) {
            case "results" -> results();
            case "special" -> KEPT[0] = new SpecialServer().accept("a");
            default -> anonymous();
          }
        }

        static void results() {
          Server server = new TcpServer();
          KEPT[0] = server.accept("open");
          server.accept("closed").close();
          server.accept(null);
          try {
            server.failing("failing");
          } catch (IllegalStateException expected) {
          }
          KEPT[1] = server.accept("cached");
          server.latest();
          server.latest();
          server.register(new Wire("outer", (Wire) (KEPT[2] = new Wire("inner"))));
          server.register(new Wire("no inner"));
        }

        static void anonymous() {
          Server server = new Server() {
            @Override Wire accept(String name) {
              return new Wire(name) {
                @Override public void close() { super.close(); }
              };
            }
          };
          KEPT[0] = server.accept("open");
          server.accept("closed").close();
        }
      }
      """;

  @TempDir Path folder;

  private static List<Rule> rules(String yaml) {
    return WovenApplication.rules(HEAD + yaml);
  }

  private WovenApplication.Recorded run(String scenario, String yaml) throws Exception {
    System.setProperty("scenario", scenario);
    try {
      return WovenApplication.run(folder, APPLICATION, rules(yaml));
    } finally {
      System.clearProperty("scenario");
    }
  }

  private static List<String> labels(WovenApplication.Recorded recorded) {
    return recorded.slots().stream().map(ResourceOfMethodTest::label).toList();
  }

  private static String label(SlotEntry slot) {
    return slot.label() == null ? "" : slot.label();
  }

  private static long opened(WovenApplication.Recorded recorded) {
    return recorded.image().tallies().values().stream().mapToLong(TallyEntry::opened).sum();
  }

  @Test
  void whatAnInstanceMethodReturnsIsOpenedOnceAndNullIsNot() throws Exception {
    WovenApplication.Recorded recorded = run("results", SERVER + CONNECTION);

    assertThat(labels(recorded)).containsExactlyInAnyOrder("open", "cached", "inner");
    assertThat(opened(recorded)).isEqualTo(4);
    assertThat(recorded.ofType("connection"))
        .allSatisfy(slot -> assertThat(slot.bytes()).isEqualTo(7))
        .allSatisfy(slot -> assertThat(slot.place().space()).isEqualTo("TcpServer"))
        .allSatisfy(slot -> assertThat(slot.tally().type().closing().mayBeUnseen()).isFalse());
  }

  @Test
  void whatItsOwnConstructorOpenedIsNotOpenedAgain() throws Exception {
    WovenApplication.Recorded recorded = run("results", SERVER + CONNECTION + OWN);

    // Objects that no method of the server returned are subject only to the other rule.
    assertThat(opened(recorded)).isEqualTo(6);
    assertThat(recorded.ofType("connection")).isEmpty();
    assertThat(recorded.ofType("wire"))
        .filteredOn(slot -> slot.bytes() == 7)
        .extracting(ResourceOfMethodTest::label)
        .containsExactlyInAnyOrder("open", "cached", "inner");
  }

  @Test
  void aMethodThatCallsTheOneItOverridesOpensWhatEachReturns() throws Exception {
    WovenApplication.Recorded recorded = run("special", SERVER + CONNECTION);

    assertThat(opened(recorded)).isEqualTo(2);
    assertThat(labels(recorded)).contains("a of special");
  }

  @Test
  void anonymousClassesAreOpenedAndClosedByTheRulesOfTheirInterface() throws Exception {
    WovenApplication.Recorded recorded = run("anonymous", SERVER + CONNECTION);

    assertThat(opened(recorded)).isEqualTo(2);
    assertThat(labels(recorded)).containsExactly("open");
  }

  @Test
  void withoutARuleThatClosesTheResultItsClosesAreSaidToBeUnseen() throws Exception {
    WovenApplication.Recorded recorded = run("results", SERVER);

    assertThat(recorded.ofType("connection"))
        .hasSize(4)
        .allSatisfy(slot -> assertThat(slot.tally().type().closing().mayBeUnseen()).isTrue());
  }
}
