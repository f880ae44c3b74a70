package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.rules.Rule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clauses {@code exclude}, {@code optional} and {@code when}. */
class WhichClassesTest {
  private static final String HEAD = "schema: tt-alloc-rules/1\nrules:\n";

  private static final String APPLICATION =
      """
      package com.acme;

      interface Closing { void close(); }

      abstract class Stream implements Closing {
        final String name = getClass().getSimpleName();
        Stream() {}
        public void close() {}
      }

      class Socket extends Stream {}
      class Memory extends Stream {}
      class Slice extends Memory { @Override public void close() { super.close(); } }
      interface Virtual {}
      class Mapped extends Socket implements Virtual {}

      public class Main implements Runnable {
        static final Object[] KEPT = new Object[8];
        static { KEPT[7] = new Socket(); }

        @Override
        public void run() {
          KEPT[0] = new Socket();
          KEPT[1] = new Memory();
          KEPT[2] = new Slice();
          KEPT[3] = new Mapped();
          KEPT[4] = new Memory() {};
          KEPT[5] = new Socket() {};
          new Socket().close();
          new Slice().close();
          new Memory().close();
        }
      }
      """;

  private static final String STREAMS =
      """
      - class: com.acme.Stream
        subtypes: true
        type: stream
        open: [<init>]
        close: [close]
        label: name
      """;

  @TempDir Path folder;

  private WovenApplication.Recorded run(String yaml) throws Exception {
    return run(yaml, null);
  }

  private WovenApplication.Recorded run(String yaml, @Nullable String manifest) throws Exception {
    Path ownFolder = Files.createTempDirectory(folder, "run");
    if (manifest != null) {
      Path file = Files.createDirectory(ownFolder.resolve("META-INF")).resolve("MANIFEST.MF");
      Files.writeString(file, "Manifest-Version: 1.0\n" + manifest);
    }
    return WovenApplication.run(ownFolder, APPLICATION, rules(yaml));
  }

  private static List<Rule> rules(String yaml) {
    return WovenApplication.rules(HEAD + yaml);
  }

  private static List<String> classes(WovenApplication.Recorded recorded) {
    return recorded.image().tallies().values().stream()
        .filter(tally -> tally.opened() > 0)
        .map(tally -> tally.type().className().replace("com.acme.", ""))
        .distinct()
        .sorted()
        .toList();
  }

  private static long opened(WovenApplication.Recorded recorded) {
    return recorded.image().tallies().values().stream().mapToLong(TallyEntry::opened).sum();
  }

  @Test
  void excludedClassesAndTheirSubtypesAreNeitherOpenedNorClosed() throws Exception {
    WovenApplication.Recorded recorded =
        run(STREAMS + "  exclude: [com.acme.Memory, com.acme.Virtual]\n");

    assertThat(classes(recorded)).containsExactly("Main$2", "Socket");
    assertThat(opened(recorded)).isEqualTo(4);
    assertThat(recorded.slots()).hasSize(3);
    assertThat(recorded.image().unknownCloses()).isZero();
    assertThat(recorded.image().misuse()).isEmpty();
  }

  @Test
  void withoutTheClauseAllOfThemAre() throws Exception {
    assertThat(opened(run(STREAMS))).isEqualTo(10);
  }

  @Test
  void packagesCanBeExcluded() throws Exception {
    assertThat(opened(run(STREAMS + "  exclude: com.acme.*\n"))).isZero();
    assertThat(opened(run(STREAMS + "  exclude: [com.acm.*, com.acme.other.**, com.*]\n")))
        .isEqualTo(10);
  }

  @Test
  void anExcludedClassMayHaveARuleOfItsOwn() throws Exception {
    WovenApplication.Recorded recorded =
        run(
            STREAMS
                + "  exclude: com.acme.Memory\n"
                + "- {class: com.acme.Slice, type: slice, open: [<init>], close: [close]}\n");

    assertThat(recorded.ofType("slice")).hasSize(1);
    assertThat(classes(recorded)).containsExactly("Main$2", "Mapped", "Slice", "Socket");
  }

  @Test
  void aRuleForAPackageExcludesClassesWithoutLookingForSubtypes() throws Exception {
    WovenApplication.Recorded recorded =
        run(
            "- {class: com.acme.*, exclude: [com.acme.Stream, com.acme.Main], type: thing, open: [<init>]}\n");

    assertThat(opened(recorded)).isZero();
  }

  @Test
  void anOptionalMemberMayBeMissing() throws Exception {
    String rule =
        """
        - class: com.acme.Socket
          type: socket
          open: [<init>, connect]
          close: [close, close(boolean)]
          bytes: size()
          label: name
          optional: [connect, close(boolean), size()]
        """;

    WovenApplication.Recorded recorded = run(rule);

    assertThat(recorded.slots()).hasSize(4);
    assertThat(recorded.slots())
        .extracting(SlotEntry::label)
        .filteredOn(label -> label != null)
        .containsExactlyInAnyOrder("Socket", "Socket", "Mapped");
    assertThat(recorded.slots().get(0).tally().type().closing().unseen()).isNull();
  }

  @Test
  void whatAStaticInitializerOpensIsInfrastructureIfItsRuleSaysSo() throws Exception {
    String rule = "- {class: com.acme.Main, infrastructure: <clinit>}\n";

    assertThat(run(STREAMS + rule).slots())
        .filteredOn(SlotEntry::infrastructure)
        .extracting(slot -> slot.opened().infrastructureScope())
        .containsExactly("Main.<clinit>");
    assertThat(run(STREAMS).slots()).noneMatch(SlotEntry::infrastructure);
  }

  @Test
  void aRuleForAnotherJdkDoesNotApply() throws Exception {
    int feature = Runtime.version().feature();

    assertThat(opened(run(STREAMS + "  when: jdk >= " + feature + "\n"))).isEqualTo(10);
    assertThat(opened(run(STREAMS + "  when: [jdk >= 9, jdk < " + feature + "]\n"))).isZero();
    assertThat(opened(run(STREAMS + "  when: jdk > " + (feature + 1) + "\n"))).isZero();
  }

  @Test
  void aRuleAppliesByTheVersionOfTheLibraryThatTheClassIsFrom() throws Exception {
    String manifest = "Implementation-Version: 9.4.1.Final\n";

    assertThat(opened(run(STREAMS + "  when: lib >= 9\n", manifest))).isEqualTo(10);
    assertThat(opened(run(STREAMS + "  when: [lib >= 9.4.1, lib < 9.4.2]\n", manifest)))
        .isEqualTo(10);
    assertThat(opened(run(STREAMS + "  when: lib < 9\n", manifest))).isZero();
  }

  @Test
  void aRuleForALibraryOfUnknownVersionDoesNotApply() throws Exception {
    assertThat(opened(run(STREAMS + "  when: lib >= 0\n"))).isZero();
  }
}
