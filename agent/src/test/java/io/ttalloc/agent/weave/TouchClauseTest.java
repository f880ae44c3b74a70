package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.yaml.RuleFile;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.probe.ProbeRules;
import io.ttalloc.yaml.Problem;
import io.ttalloc.yaml.YamlFile;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clause {@code touch} is woven into the methods that it names, and only there. */
class TouchClauseTest {
  private static final String RULE =
      """
      schema: tt-alloc-rules/1
      rules:
      - class: com.acme.Connection
        subtypes: true
        type: connection
        open: [<init>]
        close: [close]
        label: name
      """;

  private static final String TOUCH = "  touch: [query(), inherited, ping]\n";

  private static final String APPLICATION =
      """
      package com.acme;

      class Base {
        public void inherited() {}
      }

      class Connection extends Base implements AutoCloseable {
        final String name;

        Connection(String name) {
          this.name = name;
          query();
        }

        void query() {}

        void query(String text) {}

        static void ping(Connection on) {}

        @Override
        public void close() {}
      }

      class Special extends Connection {
        Special(String name) {
          super(name);
        }

        @Override
        void query() {}
      }

      public class Main implements Runnable {
        static final Connection OWN = new Connection("own method");
        static final Connection INHERITED = new Connection("inherited method");
        static final Connection SPECIAL = new Special("overridden method");
        static final Connection OTHER = new Connection("method of the same name");
        static final Connection STATIC = new Connection("static method");
        static final Connection UNUSED = new Connection("no method");

        @Override
        public void run() {
          OWN.query();
          INHERITED.inherited();
          SPECIAL.query();
          OTHER.query("text");
          Connection.ping(STATIC);
        }
      }
      """;

  @TempDir Path folder;

  private static List<Rule> rules(String yaml) {
    return WovenApplication.rules(yaml);
  }

  @Test
  void callsOfTheNamedMethodsAreRecordedAfterTheOpening() throws Exception {
    List<SlotEntry> connections =
        WovenApplication.run(folder, APPLICATION, rules(RULE + TOUCH)).ofType("connection");

    assertThat(connections).hasSize(6);
    assertThat(connections)
        .map(SlotEntry::extension)
        .filteredOn(extension -> extension != null && extension.touch() != null)
        .map(SlotEntry.Extension::label)
        .containsExactlyInAnyOrder("own method", "inherited method", "overridden method");
  }

  @Test
  void aConstructorIsNoMethodToName() {
    RuleFile file =
        RuleFile.of(
            YamlFile.parse("rules.yaml", RULE + "  touch: [query, <init>]\n", RuleFile.KIND));

    assertThat(file.problems())
        .extracting(Problem::line)
        .containsExactly(
            "rules.yaml:9:18: '<init>' for 'touch', expected a method, a constructor cannot do this;"
                + " this rule is ignored");
  }

  @Test
  void aClassWhoseRuleDoesNotAskHasNoCodeForIt() throws Exception {
    WovenApplication.compile(folder, "Main", APPLICATION);

    assertThat(woven(RULE + TOUCH)).contains("touched");
    assertThat(woven(RULE)).contains("opened", "closing").doesNotContain("touched");
  }

  /** The class file of the connection, as text in which its names can be found. */
  private String woven(String yaml) throws Exception {
    byte[] read = Files.readAllBytes(folder.resolve("com/acme/Connection.class"));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      byte[] bytes =
          new Weaver(new ProbeRules(), new ReleaseCalls())
              .weave(loader, "com.acme.Connection", read, rules(yaml), true);
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }
}
