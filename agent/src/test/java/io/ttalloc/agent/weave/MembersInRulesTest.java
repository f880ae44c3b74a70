package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.log.Console;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.rules.Rule;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests rules whose values name members that the woven class cannot access in the same way as its
 * own fields.
 */
class MembersInRulesTest {
  private static final String APPLICATION =
      """
      package com.acme;

      import java.util.ArrayList;
      import java.util.List;

      interface Named {
        static String shared() { return "interface"; }
      }

      class Base {
        static final Object LOCK = new Object();
        static Object lock() { return LOCK; }
      }

      class Pool extends Base implements Named {
        static int count = 3;
        static long size = 812;
        static String name = "a pool";
        final Object anything = 7L;
        final Number number = 7L;
        final Comparable<Long> ordered = 7L;
        final Long boxed = 7L;
        final Integer small = 7;
        static Pool current;
        final Pool peer = this;
        int last;

        Pool() { current = this; }
        static long size() { return size; }
        static String name() { return name; }
        int create() { return ++last; }
        void destroy(int handle) {}
        void close() {}
        static int make() { return 5; }
      }

      class Log extends ArrayList<Object> {
        Log() {}
        void append(ArrayList<Object> other) {}
        void appendOwn(Log other) {}
        void close() {}
      }

      public class Main implements Runnable {
        static final List<Object> KEPT = new ArrayList<>();

        @Override
        public void run() {
          Pool pool = new Pool();
          KEPT.add(pool);
          pool.create();
          pool.destroy(pool.create());
          Pool.make();
          Log log = new Log();
          log.add(1);
          KEPT.add(log);
          log.append(log);
          log.appendOwn(log);
          new Pool().close();
        }
      }
      """;

  @TempDir Path folder;
  private final List<String> printed = new CopyOnWriteArrayList<>();

  @BeforeEach
  void listen() {
    Console.copyTo(printed);
  }

  @AfterEach
  void listenNoMore() {
    Console.copyTo(null);
  }

  private WovenApplication.Recorded run(String rule) throws Exception {
    String yaml = "schema: tt-alloc-rules/1\nrules:\n" + rule;
    List<Rule> rules = WovenApplication.rules(yaml);
    return WovenApplication.run(folder, APPLICATION, rules);
  }

  @ParameterizedTest
  @ValueSource(strings = {"LOCK", "this.LOCK", "lock()", "peer.LOCK", "current", "current.peer"})
  void aNumberIsUniqueInAStaticObject(String owner) throws Exception {
    WovenApplication.Recorded recorded =
        run(
            """
            - class: com.acme.Pool
              type: handle
              open: [{method: create, key: result, of: %1$s}]
              close: [{method: destroy, key: $0, of: %1$s}]
            """
                .formatted(owner));

    assertThat(printed).isEmpty();
    assertThat(recorded.ofType("handle")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"size", "size()", "this.size()", "peer.size"})
  void anAttributeIsStatic(String bytes) throws Exception {
    WovenApplication.Recorded recorded =
        run(
            """
            - class: com.acme.Pool
              type: pool
              open: [<init>]
              close: [close]
              bytes: %s
              label: name()
              space: name
            """
                .formatted(bytes));

    assertThat(printed).isEmpty();
    assertThat(recorded.ofType("pool")).hasSize(1);
    SlotEntry slot = recorded.ofType("pool").get(0);
    assertThat(slot.bytes()).isEqualTo(812);
    assertThat(slot.place().space()).isEqualTo("a pool");
  }

  /**
   * If a rule with such a value were accepted, each object would cause a ClassCastException at run
   * time.
   */
  @ParameterizedTest
  @CsvSource({
    "bytes, name(), String, a number (long",
    "extent, name, String, a number (long",
    "address, this, com.acme.Pool, a number (long",
    "device, size(), long, a number no wider than int (int",
    "owns, name(), String, true or false (boolean",
    "shared, size, long, true or false (boolean",
  })
  void anAttributeIsOfAnotherType(String clause, String value, String type, String expected)
      throws Exception {
    WovenApplication.Recorded recorded =
        run(
            """
            - class: com.acme.Pool
              type: pool
              open: [<init>]
              close: [close]
              %s: %s
            """
                .formatted(clause, value));

    assertThat(printed)
        .singleElement(InstanceOfAssertFactories.STRING)
        .startsWith(
            "rules.yaml:7:%d: '%s' for '%s' is of type %s, expected %s"
                .formatted(clause.length() + 5, value, clause, type, expected))
        .endsWith("; com.acme.Pool is not tracked by this rule");
    assertThat(recorded.slots()).isEmpty();
  }

  /**
   * For a value of type Object, Number or Comparable, only reading it shows whether it is a number.
   */
  @ParameterizedTest
  @ValueSource(strings = {"anything", "number", "ordered", "boxed", "small"})
  void anAttributeIsOfATypeThatMayFit(String bytes) throws Exception {
    WovenApplication.Recorded recorded =
        run(
            """
            - class: com.acme.Pool
              type: pool
              open: [<init>]
              close: [close]
              bytes: %s
            """
                .formatted(bytes));

    assertThat(printed).isEmpty();
    assertThat(recorded.ofType("pool").get(0).bytes()).isEqualTo(7);
  }

  @Test
  void whatIsOpenedOrClosedIsStatic() throws Exception {
    WovenApplication.Recorded recorded =
        run(
            """
            - class: com.acme.Pool
              type: pool
              open: [{method: create, resource: current}]
              close: [{method: destroy, resource: current.peer}]
            """);

    assertThat(printed).isEmpty();
    assertThat(recorded.slots()).isEmpty();
    assertThat(recorded.image().tallies().values())
        .anySatisfy(tally -> assertThat(tally.closed()).isEqualTo(1));
  }

  /**
   * The JVM allows a class to access a protected member that it inherits from another package only
   * on objects of that class or its subclasses.
   */
  @Test
  void whatIsProtectedIsReadOfOwnObjectsAlone() throws Exception {
    WovenApplication.Recorded recorded =
        run(
            """
            - class: com.acme.Log
              type: log
              open: [append]
              close: [close]
              bytes: $0.modCount
            - class: com.acme.Log
              type: own log
              open: [appendOwn]
              close: [close]
              bytes: $0.modCount
            """);

    assertThat(printed)
        .containsExactly(
            "rules.yaml:7:10: '$0.modCount' does not fit, expected a field 'modCount' of"
                + " java.util.ArrayList that the woven class can access; com.acme.Log is not"
                + " tracked by this rule");
    assertThat(recorded.ofType("log")).isEmpty();
    assertThat(recorded.ofType("own log"))
        .singleElement()
        .satisfies(slot -> assertThat(slot.bytes()).isEqualTo(1));
  }
}
