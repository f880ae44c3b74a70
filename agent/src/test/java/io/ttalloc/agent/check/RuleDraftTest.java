package io.ttalloc.agent.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.weave.WovenApplication;
import io.ttalloc.rules.ClassPattern;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the draft rules that the command {@code rules} derives from class files. */
class RuleDraftTest {
  private static final String SOURCE =
      """
      package com.acme;
      public class Main implements AutoCloseable {
        int open = 1;
        @Override public void close() { open = 0; }
      }
      class Idle implements AutoCloseable { @Override public void close() {} }
      class Door { void open() {} void close() {} }
      class Device {
        Object createBlock(int size) { return new int[size]; }
        Object createBlock(long size) { return this; }
        void destroyBlock(Object block) {}
        static native long newHandle();
        static native void deleteHandle(long handle);
        int allocate(String name) { return 1; }
        void free(int number) {}
        void free(int number, boolean now) {}
        void release(int number) {}
        static int newPin() { return 1; }
        static void deletePin(int pin) {}
        void createOther() {}
        void destroySomething() {}
      }
      """;

  private static final String DRAFT =
      """
      schema: tt-alloc-rules/1
      about: Draft of rules for com.acme.**.
      # Check the guesses, and add bytes, label, scope and other clauses (see docs/rules.md)
      rules:
        # guess: from the names createBlock and destroyBlock
        - class: com.acme.Device
          type: "object"
          open: [{method: "createBlock(int)", resource: result}, {method: "createBlock(long)", resource: result}]
          close: [{method: "destroyBlock(java.lang.Object)", resource: $0}]
        # guess: from the names newHandle and deleteHandle; these methods return and free numbers
        - class: com.acme.Device
          type: "device handle"
          open: [{method: "newHandle()", key: result}]
          close: [{method: "deleteHandle(long)", key: $0}]
        # guess: from the names allocate and free; these methods return and free numbers, which may be unique only in one object
        - class: com.acme.Device
          type: "device"
          open: [{method: "allocate(java.lang.String)", key: result, of: this}]
          close: [{method: "free(int)", key: $0, of: this}, {method: "free(int,boolean)", key: $0, of: this}]
        # guess: from the names newPin and deletePin; these methods return and free numbers
        - class: com.acme.Device
          type: "device pin"
          open: [{method: "newPin()", key: result}]
          close: [{method: "deletePin(int)", key: $0}]
        # guess: from the names open and close
        - class: com.acme.Door
          type: "door"
          open: ["open()"]
          close: ["close()"]
        - class: com.acme.Main
          type: "main"
          open: [<init>]
          close: [close()]
      """;

  @TempDir Path folder;
  private Path classes;

  @BeforeEach
  void compile() throws Exception {
    classes = Files.createDirectory(folder.resolve("classes"));
    WovenApplication.compile(classes, "Main", SOURCE);
  }

  private String checked(String rules, boolean good) throws Exception {
    Path file = Files.writeString(folder.resolve("rules.yaml"), rules);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ClassPathFiles files = ClassPathFiles.open(List.of(classes))) {
      PrintStream to = new PrintStream(out, true, StandardCharsets.UTF_8);
      assertThat(new RuleCheck(files, to).check(file))
          .as(out.toString(StandardCharsets.UTF_8))
          .isEqualTo(good);
    }
    return out.toString(StandardCharsets.UTF_8).replace(file.toString(), "rules.yaml");
  }

  private String draft() throws Exception {
    try (ClassPathFiles files = ClassPathFiles.open(List.of(classes))) {
      ClassPattern all = Objects.requireNonNull(ClassPattern.parse("com.acme.**"));
      return new RuleDraft(all, files).text();
    }
  }

  @Test
  void draftsWhatIsAutoCloseableAndGuessesByNames() throws Exception {
    assertThat(draft()).isEqualTo(DRAFT);
  }

  @Test
  void whatMayCloseItsObjectByNoPairOfNamesIsAComment() throws Exception {
    WovenApplication.compile(
        classes,
        "Frame",
        "package com.acme; class Frame { int n; void release() {} void free(int n) {} }"
            + " class Crew { void shutdown() {} void destroy() {} static void free() {} }");

    String draft = draft();

    assertThat(draft)
        .contains(
            "  # left out: com.acme.Crew; if shutdown() or destroy() closes it, write open: [<init>],"
                + " close: [shutdown(), destroy()]\n")
        .contains("  # left out: com.acme.Frame; if release() closes it, write open: [<init>],")
        .doesNotContain("left out: com.acme.Main", "left out: com.acme.Device");
    assertThat(checked(draft, true)).startsWith("6 rules, 6 classes\n");
  }

  @Test
  void whatIsNoClassFileIsALineAndTheRestIsDrafted() throws Exception {
    byte[] ofALaterJdk = Files.readAllBytes(classes.resolve("com/acme/Main.class"));
    ofALaterJdk[7] = (byte) 255;
    Files.write(classes.resolve("com/acme/Later.class"), ofALaterJdk);
    Files.write(classes.resolve("com/acme/Junk.class"), new byte[] {1, 2, 3, 4});
    Files.write(classes.resolve("com/acme/Zeros.class"), new byte[1 << 10]);
    List<String> printed = new CopyOnWriteArrayList<>();

    Console.copyTo(printed);
    assertThat(draft()).isEqualTo(DRAFT);
    Console.copyTo(null);

    assertThat(printed)
        .allMatch(line -> line.endsWith("), expected a class file; it is ignored"))
        .extracting(line -> line.substring(0, line.indexOf(" (")))
        .containsExactly(
            "com.acme.Junk cannot be read",
            "com.acme.Later cannot be read",
            "com.acme.Zeros cannot be read");
  }

  @Test
  void classWithAFieldNamedLikeTheAgentsOwnIsSaidNotToBeWoven() throws Exception {
    WovenApplication.compile(
        classes,
        "Typed",
        "package com.acme; class Typed { String $ttAllocResource; void open() {} void close() {} }");
    List<String> printed = new CopyOnWriteArrayList<>();

    Console.copyTo(printed);
    assertThat(draft()).isEqualTo(DRAFT);
    Console.copyTo(null);
    assertThat(printed)
        .containsExactly(
            "com.acme.Typed cannot be woven (it has a field $ttAllocResource of its own): no rule is"
                + " drafted for it");

    assertThat(
            checked(
                "schema: tt-alloc-rules/1\nrules:\n"
                    + "- {class: com.acme.Typed, type: t, open: [open], close: [close]}",
                false))
        .as("the rule matches it, and the line on standard error says why it will not be tracked")
        .isEqualTo(
            """
            1 rule, 5 classes
            rules.yaml:3:11: com.acme.Typed
              com.acme.Typed
                open open() -> this Typed
                close close() -> this Typed
            """);
  }

  @Test
  void whatIsNeitherAFileNorAFolderIsNotOpened() {
    assertThatThrownBy(() -> ClassPathFiles.open(List.of(Path.of("/dev/null"))))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("/dev/null cannot be read (")
        .hasMessageContaining("neither a regular file nor a folder), expected a jar or a folder");
  }

  @Test
  void theDraftIsAccepted() throws Exception {
    assertThat(checked(DRAFT, true))
        .startsWith("6 rules, 4 classes\nrules.yaml:6:12: com.acme.Device\n  com.acme.Device\n")
        .contains("    open createBlock(int) -> result Object\n")
        .contains("    close destroyBlock(Object) -> $0 Object\n")
        .contains("    open allocate(String) -> the number result int, unique in this\n")
        .contains("    close free(int, boolean) -> the number $0 int, unique in this\n");
  }

  @Test
  void aRuleThatNamesWhatIsNotThereIsWrong() throws Exception {
    String head = "schema: tt-alloc-rules/1\nrules:\n";
    assertThat(
            checked(head + "- {class: com.acme.Door, type: d, open: [open], close: [shut]}", false))
        .isEqualTo(
            """
            1 rule, 4 classes
            rules.yaml:3:11: com.acme.Door
              com.acme.Door
                open open() -> this Door
            """);
    assertThat(
            checked(
                head
                    + "- {class: com.acme.Door, type: d, open: [open], close: [close], bytes: size()}",
                false))
        .endsWith("  com.acme.Door: not tracked by this rule\n");
    assertThat(checked(head + "- {class: com.acme.Dor, type: d, open: [open]}", false))
        .isEqualTo(
            """
            1 rule, 4 classes
            rules.yaml:3:11: com.acme.Dor
              no rule in this file says what closes a resource of type d: leaks of this type cannot be recognized (UNSEEN_CLOSE)
            """);
    assertThat(checked(head + "- {class: com.acme.Door, typ: d, open: [open]}", false))
        .isEqualTo("0 rules, 4 classes\n");
  }

  @Test
  void classesOfTheJdkNeedNotBeOnTheClassPath() throws Exception {
    assertThat(
            checked(
                "schema: tt-alloc-rules/1\nrules:\n"
                    + "- {class: java.util.Timer, type: timer, open: [<init>], close: [cancel]}",
                true))
        .contains("  java.util.Timer\n", "    close cancel() -> this Timer\n");
  }
}
