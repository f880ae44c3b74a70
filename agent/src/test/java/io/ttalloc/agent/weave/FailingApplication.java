package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.yaml.RuleFile;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.probe.Injection;
import io.ttalloc.probe.ProbeRules;
import io.ttalloc.yaml.Problem;
import io.ttalloc.yaml.YamlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An application with methods that may fail, the rules for it, and what is told of the one that
 * does.
 */
final class FailingApplication {
  static final String HEAD =
      """
      schema: tt-alloc-rules/1
      rules:
      - class: com.acme.Connection
        type: connection
        open: [<init>]
        close: [close]
        scope: [<init>]
        label: name
      """;

  static final String THROWS =
      """
        throws:
          - {method: send, exception: java.io.IOException}
          - {method: <init>, exception: java.net.ConnectException}
          - {method: close, exception: com.acme.Broken}
          - {method: ping, exception: java.util.concurrent.TimeoutException}
      """;

  static final String SOURCE =
      """
      package com.acme;

      class Broken extends RuntimeException {}

      abstract class Vague extends RuntimeException {}

      class Coded extends RuntimeException {
        Coded(int code) {}
      }

      class Hidden extends RuntimeException {
        private Hidden() {}
      }

      class Lost extends RuntimeException {}

      class Heir extends Lost {}

      class Refusing extends RuntimeException {
        Refusing(String why) {
          throw new IllegalStateException(why);
        }
      }

      class Base {
        Base(long size) {}

        public void inherited() {
          Main.DONE.add("inherited");
        }
      }

      class Connection extends Base implements AutoCloseable {
        final String name;

        Connection(String name) {
          super(name.isEmpty() ? 1L : Long.parseLong("2"));
          this.name = name;
        }

        void send(long first, double second) {
          try {
            Main.DONE.add("sent");
          } catch (RuntimeException e) {
            Main.DONE.add("inside");
          }
        }

        Connection peer() {
          return this;
        }

        Connection none() {
          return null;
        }

        String title() {
          return name;
        }

        long size() {
          return peer().title().length();
        }

        static int ping() {
          for (int i = 0; ; i++) {
            if (i > 2) {
              Main.DONE.add("pinged");
              return i;
            }
          }
        }

        @Override
        public void close() {}
      }

      class Special extends Connection {
        Special() {
          super("special");
        }

        @Override
        void send(long first, double second) {
          super.send(first, second);
        }
      }

      public class Main implements Runnable {
        static final java.util.List<String> DONE = new java.util.ArrayList<>();

        interface Step {
          void run() throws Exception;
        }

        @Override
        public void run() {
          Connection[] made = {null};
          step(() -> made[0] = new Connection("a"));
          if (made[0] != null) {
            step(() -> made[0].send(1, 2));
            step(() -> Connection.ping());
            step(() -> made[0].close());
          }
          if (System.getProperty("ThrowsClauseTest.more") != null) {
            Connection special = new Special();
            step(() -> special.send(1, 2));
            step(() -> special.inherited());
            step(() -> special.close());
          }
          System.setProperty("ThrowsClauseTest", String.join(" ", DONE));
        }

        private static void step(Step step) {
          try {
            step.run();
          } catch (Throwable e) {
            DONE.add(e.getClass().getName() + "(" + e.getMessage() + ")@"
                + e.getStackTrace()[0].getMethodName());
          }
        }
      }
      """;

  private final Path folder;

  final List<String> told = new ArrayList<>();

  private final Injection.Listener listener =
      new Injection.Listener() {
        @Override
        public void failing(String method, Throwable thrown, @Nullable StackTraceElement caller) {
          told.add(method + " " + thrown.getClass().getName() + " " + method(caller));
        }

        @Override
        public void notMade(String method, Throwable problem, @Nullable StackTraceElement caller) {
          told.add(method + " not made " + problem.getClass().getName() + " " + method(caller));
        }

        private static String method(@Nullable StackTraceElement caller) {
          return caller == null ? "" : caller.getClassName();
        }
      };

  FailingApplication(Path folder) {
    this.folder = folder;
  }

  Injection injection(@Nullable String only, long number) {
    return new Injection("inject=" + number, only, number, listener);
  }

  static RuleFile file(String yaml) {
    return RuleFile.of(YamlFile.parse("rules.yaml", yaml, RuleFile.KIND));
  }

  static List<Rule> rules(String yaml) {
    RuleFile file = file(yaml);
    assertThat(file.problems()).extracting(Problem::line).isEmpty();
    return ((RuleFile.Accepted) file).pack().rules();
  }

  /** What the application has done, with the open connections. */
  List<SlotEntry> run(String yaml, @Nullable Injection injection) throws Exception {
    return WovenApplication.run(
            folder, SOURCE, WovenSelection.of(rules(yaml)), new ProbeRules(0, injection))
        .ofType("connection");
  }

  static String done() {
    return System.getProperty("ThrowsClauseTest");
  }
}
