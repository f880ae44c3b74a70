package io.ttalloc.it.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;

/** Tests the command {@code rules}, which runs the agent's jar as a program. */
@Variant
class RulesCommandIT {
  /** The source of a program that leaks in lines 18, 20 and 22. */
  private static final String LEAKS =
      """
      package com.acme;
      class Codec {
        private static long last = 4711;
        static long create(int level) { return ++last; }
        static void destroy(long codec) {}
      }
      class Pool {
        private int last = 4711;
        int allocBlock() { return ++last; }
        void freeBlock(int block) {}
      }
      interface Link extends AutoCloseable { @Override default void close() { hashCode(); } }
      class Cable implements Link {}
      public class Main {
        static Object kept;
        public static void main(String[] args) {
          Codec.destroy(Codec.create(1));
          Codec.create(2);
          Pool pool = new Pool(); pool.freeBlock(pool.allocBlock());
          pool.allocBlock();
          new Cable().close();
          kept = new Cable();
        }
      }
      """;

  @TempDir Path folder;

  /** Runs the agent's jar as the command does, without a JVM for the command itself. */
  static JvmResult rules(Jdk jdk, String action, Path... files) throws InterruptedException {
    return rules(jdk, action, List.of(files));
  }

  private static JvmResult draft(Jdk jdk, String names, Path classPath)
      throws InterruptedException {
    return rules(jdk, "draft", List.of(names, classPath));
  }

  private static JvmResult rules(Jdk jdk, String action, List<?> arguments)
      throws InterruptedException {
    List<String> all = new ArrayList<>(List.of(action));
    arguments.forEach(argument -> all.add(argument.toString()));
    return TestJvm.on(jdk)
        .withoutAgent()
        .jar(Repository.agentJar(), all.toArray(String[]::new))
        .run();
  }

  @OneJdk
  void listsThePacks(Jdk jdk) throws Exception {
    String list = TestJvm.on(jdk).monitor("rules").run().expectSuccess().out();

    assertThat(list.lines().filter(line -> !line.startsWith(" ") && !line.isEmpty()))
        .containsExactlyElementsOf(Repository.packs());
    assertThat(list.lines()).allMatch(line -> line.length() <= 80);
    assertThat(list)
        .contains("tt-runtime\n  Device memory of the TT-Metal model, ", ", mesh-buffer, ");
  }

  /**
   * Checks the packs for the JDK and for the runtime model in a single file. The packs for other
   * libraries are checked where those libraries are on the class path.
   */
  @EveryJdk
  void everyPackFitsTheClassesThatItNames(Jdk jdk) throws Exception {
    StringBuilder all = new StringBuilder("schema: tt-alloc-rules/1\nrules:");
    NavigableMap<Long, String> nameByLine = new TreeMap<>();
    for (String name : Repository.packs()) {
      if (name.equals("tt-runtime") || name.startsWith("jdk-")) {
        nameByLine.put(all.toString().lines().count() + 1, name);
        String pack = Files.readString(Repository.root().resolve("rules/" + name + ".yaml"));
        all.append(pack.substring(pack.indexOf("\nrules:\n") + "\nrules:".length()));
      }
    }
    Path file = Files.writeString(folder.resolve("all.yaml"), all);

    JvmResult result = rules(jdk, "check", file, Repository.demoJar());

    assertThat(result.err()).isEmpty();
    String[] checked = result.expectSuccess().out().split(Pattern.quote(file + ":"), -1);
    Map<String, String> outByName = new TreeMap<>();
    for (String rule : List.of(checked).subList(1, checked.length)) {
      long line = Long.parseLong(rule.substring(0, rule.indexOf(':')));
      outByName.merge(nameByLine.floorEntry(line).getValue(), rule, String::concat);
    }
    assertThat(outByName.keySet()).containsExactlyInAnyOrderElementsOf(nameByLine.values());
    outByName.forEach((name, out) -> assertThat(out).as(name).contains("    open ", "    close "));
  }

  @OneJdk
  void whatARuleNamesAndIsNotThereIsToldWithItsPlace(Jdk jdk) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("rules.yaml"),
            """
            schema: tt-alloc-rules/1
            rules:
              - class: io.ttalloc.runtime.buffer.Buffer
                type: buffer
                open: [<init>]
                close: [shut]
                bytes: bits()
              - class: io.ttalloc.runtime.buffer.Bufer
                opne: [<init>]
              - class: io.ttalloc.runtime.buffer.Bufer
                sites: {a: b}
              - {class: java.lang.String, type: text, open: [<init>]}
              - {class: io.ttalloc.runtime.buffer.Buffer, type: block, open: [<init>]}
            """);

    JvmResult result = rules(jdk, "check", file, Repository.demoJar()).expectStatus(1);

    assertThat(result.err().replace(folder + "/", ""))
        .contains(
            "tt-alloc: rules.yaml:9:5: unknown clause 'opne', expected one of ",
            "tt-alloc: rules.yaml:6:13: io.ttalloc.runtime.buffer.Buffer has no method 'shut', ",
            "tt-alloc: rules.yaml:7:12: ",
            "tt-alloc: rules.yaml:10:12: no class 'io.ttalloc.runtime.buffer.Bufer' in --classpath",
            "tt-alloc: rules.yaml:12:13: 'java.lang.String' is used by the agent and can never be",
            "tt-alloc: rules.yaml:13:67: '<init>' opens 'block' here and 'buffer' in the rule at line 3, ")
        .doesNotContain("no class 'java.lang.String'");
  }

  /** Compiles a source and returns the folder of its classes. */
  static Path compiled(Path folder, String source) throws Exception {
    Path file = Files.writeString(folder.resolve("Main.java"), source);
    Path classes = folder.resolve("classes");
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "--release", "17", "-d", "" + classes, "" + file);
    assertThat(status).isZero();
    return classes;
  }

  @OneJdk
  void aDraftIsAcceptedByTheCheck(Jdk jdk) throws Exception {
    String classPath = Repository.demoJar().toString();

    String draft =
        TestJvm.on(jdk)
            .monitor("rules", "draft", "io.ttalloc.runtime.**", "--classpath", classPath)
            .run()
            .expectSuccess()
            .out();
    Path file = Files.writeString(folder.resolve("draft.yaml"), draft);

    assertThat(draft).contains("  - class: io.ttalloc.runtime.buffer.Buffer\n");
    assertThat(
            TestJvm.on(jdk)
                .monitor("rules", "check", file.toString(), "--classpath", classPath)
                .run()
                .expectSuccess()
                .err())
        .isEmpty();
  }

  @OneJdk
  void aDraftFindsTheHandleAndTheObjectThatAProgramLeaks(Jdk jdk) throws Exception {
    Path classes = compiled(folder, LEAKS);
    Files.write(classes.resolve("com/acme/Junk.class"), new byte[] {1, 2, 3, 4});

    JvmResult draft = draft(jdk, "com.acme.**", classes).expectSuccess();
    Path file = Files.writeString(folder.resolve("draft.yaml"), draft.out());
    Files.delete(classes.resolve("com/acme/Junk.class"));

    assertThat(draft.err())
        .startsWith("tt-alloc: com.acme.Junk cannot be read (")
        .endsWith("), expected a class file; it is ignored\n")
        .hasLineCount(1);
    JvmResult checked = rules(jdk, "check", file, classes);
    assertThat(checked.expectSuccess().err()).isEmpty();
    String report =
        TestJvm.on(jdk)
            .agentOptions("rules=" + file)
            .classPath(classes)
            .main("com.acme.Main")
            .run()
            .expectSuccess()
            .err();
    assertThat(report)
        .contains("6 opened, 3 closed")
        .contains("codec", "pool block", "cable")
        .contains("com.acme.Main.main(Main.java:18)")
        .contains("com.acme.Main.main(Main.java:20)")
        .contains("com.acme.Main.main(Main.java:22)")
        .doesNotContain("UNSEEN_CLOSE", "LOW");
  }

  @OneJdk
  void whatCannotBeDoneIsOneLine(Jdk jdk) throws Exception {
    Path missing = folder.resolve("none.jar");

    assertThat(draft(jdk, "com.acme.**", missing).expectStatus(1).err())
        .startsWith("tt-alloc: rules: " + missing + " cannot be read (")
        .hasLineCount(1);
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThat(draft(jdk, "com acme", empty).expectStatus(1).err())
        .startsWith(
            "tt-alloc: rules: 'com acme' does not name classes, expected a binary class" + " name");
    assertThat(Monitor.here("rules", "check", "rules.yaml").expectStatus(1).err())
        .isEqualTo("tt-alloc: no --classpath given, expected check FILE --classpath PATH\n");
  }
}
