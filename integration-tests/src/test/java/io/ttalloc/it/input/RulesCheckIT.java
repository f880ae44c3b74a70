package io.ttalloc.it.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the messages of {@code rules check} about rules that do not mean what their author
 * intended.
 */
@Variant
class RulesCheckIT {
  private static final String SESSIONS =
      """
      package com.acme;
      class Session implements AutoCloseable {
        static Session open(String name) { return new Session(); }
        static Session open(String name, long size) { return new Session(); }
        Frame frame(int n) { return new Frame(); }
        AutoCloseable self() { return this; }
        void send(byte[] bytes) {}
        static void drop(Session session) {}
        @Override public void close() {}
      }
      class Frame {}
      class Codec {
        int create(int level) { return level; }
        void destroy(int codec) {}
      }
      class Pool {
        String name = "a pool";
        void shutdown() {}
      }
      """;

  @TempDir Path folder;

  @OneJdk
  void whichObjectAMethodMeansIsShownAndWhatIsRefusedIsNot(Jdk jdk) throws Exception {
    Path classes = RulesCommandIT.compiled(folder, SESSIONS);
    Path file =
        Files.writeString(
            folder.resolve("rules.yaml"),
            """
            schema: tt-alloc-rules/1
            rules:
              - class: com.acme.Session
                type: session
                open: [open, frame, self]
                close: [close, {method: drop, resource: $0}]
              - class: com.acme.Codec
                type: codec
                open: [{method: create, key: result, of: this}]
                close: [{method: destroy, key: $0, of: this}]
              - class: com.acme.Pool
                type: pool
                open: [<init>]
                close: [shutdown]
                bytes: name
            """);

    JvmResult result = RulesCommandIT.rules(jdk, "check", file, classes);

    assertThat(result.expectStatus(1).out().replace(file.toString(), "rules.yaml"))
        .isEqualTo(
            """
            3 rules, 4 classes
            rules.yaml:3:12: com.acme.Session
              com.acme.Session
                open open(String) -> result Session
                open open(String, long) -> result Session
                open frame(int) -> this Session; to track the result instead, write {method: frame, resource: result}
                open self() -> this Session
                close close() -> this Session
                close drop(Session) -> $0 Session
            rules.yaml:7:12: com.acme.Codec
              com.acme.Codec
                open create(int) -> the number result int, unique in this
                close destroy(int) -> the number $0 int, unique in this
            rules.yaml:11:12: com.acme.Pool
              com.acme.Pool: not tracked by this rule
            """);
    assertThat(result.err())
        .contains("15:12: 'name' for 'bytes' is of type String, expected a number (long, ")
        .hasLineCount(1);
  }

  @OneJdk
  void whatMayHaveBeenMeantIsSaid(Jdk jdk) throws Exception {
    Path classes = RulesCommandIT.compiled(folder, SESSIONS);
    Path file =
        Files.writeString(
            folder.resolve("rules.yaml"),
            """
            schema: tt-alloc-rules/1
            rules:
              - {class: com.acme.Sesion, sites: {a: b}}
              - {class: Session, sites: {a: b}}
              - class: com.acme.Session
                type: session
                open: ["open(String,int)"]
                close: [clsoe]
                use: [{method: send, resource: $1}]
            """);

    JvmResult result = RulesCommandIT.rules(jdk, "check", file, classes);

    assertThat(result.expectStatus(1).err().replace(folder + "/", ""))
        .contains(
            "rules.yaml:3:13: no class 'com.acme.Sesion' in --classpath, ",
            "returned by Class.getName() (did you mean 'com.acme.Session'?); this rule would track nothing\n",
            "rules.yaml:4:13: no class 'Session' in --classpath, expected a class name as returned by",
            "rules.yaml:7:12: com.acme.Session has no method 'open(String,int)', expected one of"
                + " open(String), open(String,long), <init>, close, drop, frame, self, send; the rest",
            "has no method 'clsoe', expected one of <init>, close, drop, frame, open, self, send"
                + " (did you mean 'close'?); the rest of the rule applies",
            "'$1' does not fit, expected a parameter of ",
            "com.acme.Session.send(byte[]) ($0 is the first); com.acme.Session is not tracked");
  }
}
