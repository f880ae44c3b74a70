package io.ttalloc.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.weave.WovenApplication;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command {@code rules} drafts, and what it finds in class files. */
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
        void createOther() {}
        void destroySomething() {}
      }
      """;

  private static final String DRAFT =
      """
      schema: tt-alloc-rules/1
      about: Draft of rules for com.acme.**.
      # Look at what is a guess, and add bytes, label, scope and others: docs/rules.md
      rules:
        # guess: by the names createBlock and destroyBlock
        - class: com.acme.Device
          type: "object"
          open: [{method: "createBlock(int)", resource: result}, {method: "createBlock(long)", resource: result}]
          close: [{method: "destroyBlock(java.lang.Object)", resource: $0}]
        # guess: com.acme.Device gives numbers by newHandle and frees them by deleteHandle, which no draft can track
        # guess: by the names open and close
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

  @Test
  void draftsWhatIsAutoCloseableAndGuessesByNames() throws Exception {
    try (ClassPathFiles files = ClassPathFiles.open(List.of(classes))) {
      ClassPattern all = Objects.requireNonNull(ClassPattern.parse("com.acme.**"));
      assertThat(new RuleDraft(all, files).text()).isEqualTo(DRAFT);
    }
  }

  @Test
  void theDraftIsAccepted() throws Exception {
    assertThat(checked(DRAFT, true))
        .startsWith("3 rules, 4 classes\nrules.yaml:6:12: com.acme.Device\n  com.acme.Device\n")
        .contains("    open createBlock(int)\n", "    close destroyBlock(Object)\n");
  }

  @Test
  void aRuleThatNamesWhatIsNotThereIsWrong() throws Exception {
    String head = "schema: tt-alloc-rules/1\nrules:\n";
    assertThat(
            checked(head + "- {class: com.acme.Door, type: d, open: [open], close: [shut]}", false))
        .isEqualTo(
            "1 rule, 4 classes\nrules.yaml:3:11: com.acme.Door\n  com.acme.Door\n    open open()\n");
    assertThat(
            checked(
                head
                    + "- {class: com.acme.Door, type: d, open: [open], close: [close], bytes: size()}",
                false))
        .contains("    close close()\n");
    assertThat(checked(head + "- {class: com.acme.Dor, type: d, open: [open]}", false))
        .isEqualTo("1 rule, 4 classes\nrules.yaml:3:11: com.acme.Dor\n");
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
        .contains("  java.util.Timer\n", "    close cancel()\n");
  }
}
