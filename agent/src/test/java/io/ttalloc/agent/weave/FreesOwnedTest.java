package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.yaml.YamlFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests which resources an owner frees if one rule covers the opening of the owner and another rule
 * names the scope of the owner.
 */
class FreesOwnedTest {
  private static final String RULES =
      """
      schema: tt-alloc-rules/1
      rules:
      - class: com.acme.Driver
        type: connection
        open: [{method: connect, resource: result}]
        frees-owned: true
      - class: com.acme.Connection
        type: connection
        close: [close]
      - class: com.acme.Connection
        type: statement
        open: [{method: statement, resource: result}]
        scope: [statement]
      - {class: com.acme.Statement, type: statement, close: [close]}
      """;

  private static final String APPLICATION =
      """
      package com.acme;

      class Driver {
        Connection connect() { return new Connection(); }
      }

      class Connection {
        Statement statement() { return new Statement(); }
        void close() {}
      }

      class Statement {
        void close() {}
      }

      public class Main implements Runnable {
        static final Object[] KEPT = new Object[4];

        @Override
        public void run() {
          Connection closed = new Driver().connect();
          KEPT[0] = closed;
          KEPT[1] = closed.statement();
          closed.close();
          Connection open = new Driver().connect();
          KEPT[2] = open;
          KEPT[3] = open.statement();
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void isClosedWithIt() throws Exception {
    RuleFile file = RuleFile.of(YamlFile.parse("rules.yaml", RULES, RuleFile.KIND));

    WovenApplication.Recorded recorded =
        WovenApplication.run(folder, APPLICATION, ((RuleFile.Accepted) file).pack().rules());

    assertThat(recorded.ofType("connection")).hasSize(1);
    assertThat(recorded.ofType("statement")).hasSize(1);
  }
}
