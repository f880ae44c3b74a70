package io.ttalloc.it.verdicts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.BuiltClasses;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Tests resources kept by static fields of libraries. The code that opened them is at fault. */
class LibrarySingletonIT {
  private static final String RULES =
      """
        - class: org.driver.net.Connection
          type: connection
          open: [<init>]
          close: [close]
          label: name
      """;

  @TempDir private Path folder;

  @Variant
  @OneJdk
  void whatALibraryHasOpenedOnceForItselfIsNoLeak(Jdk jdk) throws Exception {
    BuiltClasses built = built();
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES).option("holders=true");

    JvmResult result =
        tracked
            .on(jdk)
            .classPath(built.at("driver.jar"), built.at("shop"))
            .main("com.acme.shop.Shop")
            .run()
            .expectSuccess();

    JsonReport json = tracked.json();
    assertThat(json.findings())
        .as(result.err())
        .extracting(
            each -> JsonReport.texts(each, "labels").get(0),
            each -> each.get("verdict").getAsString(),
            each -> each.get("leak").getAsBoolean())
        .containsExactlyInAnyOrder(
            tuple("the library's", "INFRASTRUCTURE", false),
            tuple("wrapped by the library", "INFRASTRUCTURE", false),
            tuple("handed to the library", "LEFT_OPEN", true),
            tuple("made for the library", "LEFT_OPEN", true),
            tuple("in a list of the library", "LEFT_OPEN", true),
            tuple("in a list of the library", "LEFT_OPEN", true),
            tuple("in a node of the library", "LEFT_OPEN", true),
            tuple("in a node of the library", "LEFT_OPEN", true),
            tuple("the application's", "LEFT_OPEN", true));
    JsonObject own =
        json.findings().stream()
            .filter(each -> JsonReport.texts(each, "labels").contains("the library's"))
            .findFirst()
            .orElseThrow();
    assertThat(JsonReport.texts(own, "why"))
        .containsExactly(
            "Pool opened it and keeps it in a static field, so it counts as the library's;"
                + " if that code is yours, set app=org.driver.**");
  }

  private BuiltClasses built() throws Exception {
    BuiltClasses built = new BuiltClasses(folder);
    built.compile(
        "driver",
        "",
        "org/driver/net/Connection.java",
        """
        package org.driver.net;
        public class Connection implements AutoCloseable {
          final String name;
          public Connection(String name) { this.name = name; }
          public void close() {}
        }
        """,
        "org/driver/Pool.java",
        """
        package org.driver;
        import org.driver.net.Connection;
        public class Pool {
          static class Wrapper {
            final Connection inner = new Connection("wrapped by the library");
          }
          static class Node {
            final Connection inner = new Connection("in a node of the library");
            final Node next;
            Node(Node next) { this.next = next; }
          }
          static Node first;
          static final java.util.List<Connection> ALL = new java.util.ArrayList<>();
          static Connection shared;
          static Wrapper wrapper;
          static Connection given;
          static Connection made;
          public static void use() {
            if (shared == null) {
              shared = new Connection("the library's");
              wrapper = new Wrapper();
            }
          }
          public static void borrow() {
            ALL.add(new Connection("in a list of the library"));
            first = new Node(first);
          }
          public static void keep(Connection connection) {
            given = connection;
          }
          public static void ask(java.util.function.Supplier<Connection> maker) {
            made = maker.get();
          }
        }
        """);
    built.compile(
        "shop",
        "driver",
        "com/acme/shop/Shop.java",
        """
        package com.acme.shop;
        import org.driver.Pool;
        import org.driver.net.Connection;
        public class Shop {
          static Connection own;
          public static void main(String[] args) {
            Pool.use();
            Pool.use();
            Pool.borrow();
            Pool.borrow();
            Pool.keep(new Connection("handed to the library"));
            Pool.ask(() -> new Connection("made for the library"));
            own = new Connection("the application's");
          }
        }
        """);
    built.pack("driver.jar", null, "driver");
    return built;
  }
}
