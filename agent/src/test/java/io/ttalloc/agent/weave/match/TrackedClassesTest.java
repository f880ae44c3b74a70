package io.ttalloc.agent.weave.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.options.TrackedPackages;
import io.ttalloc.agent.weave.WovenApplication;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.yaml.YamlFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrackedClassesTest {
  @TempDir Path folder;

  private static TrackedPackages tracked(String track, String... except) {
    return new TrackedPackages(
        List.of(Objects.requireNonNull(ClassPattern.parse(track))),
        Arrays.stream(except).map(ClassPattern::parse).toList());
  }

  /** The number of resources that are open at the end of a program, by type and class. */
  private Map<String, Integer> open(
      TrackedPackages tracked, List<Rule> rules, String body, String more) throws Exception {
    String source =
        """
        package com.acme;
        import java.io.*;
        public class Main implements Runnable {
          @Override public void run() { try { go(); } catch (Exception e) { throw new RuntimeException(e); } }
          void go() throws Exception { %s }
        }
        %s
        """
            .formatted(body, more);
    WovenApplication.Recorded recorded =
        WovenApplication.run(folder, source, new WovenSelection(rules, rules, tracked));
    TreeMap<String, Integer> found = new TreeMap<>();
    for (SlotEntry slot : recorded.slots()) {
      found.merge(
          slot.tally().type().name() + " " + slot.tally().type().className(), 1, Integer::sum);
    }
    return found;
  }

  private Map<String, Integer> open(String body, String more) throws Exception {
    return open(tracked("com.acme.**"), List.of(), body, more);
  }

  private static final String CONNECTION =
      """
      class HttpConnection implements AutoCloseable {
        int open = 1;
        @Override public void close() { open = 0; }
      }
      """;

  @Test
  void constructorsOpenAndCloseCloses() throws Exception {
    assertThat(open("new HttpConnection().close(); new HttpConnection();", CONNECTION))
        .containsOnly(Map.entry("http connection com.acme.HttpConnection", 1));
  }

  @Test
  void aSubclassIsTrackedUnderItsOwnNameAndClosedByWhatItInherits() throws Exception {
    assertThat(
            open(
                "new Pooled().close(); new Pooled(); new HttpConnection() {};",
                CONNECTION + "class Pooled extends HttpConnection {}"))
        .containsOnly(
            Map.entry("pooled com.acme.Pooled", 1),
            Map.entry("http connection com.acme.Main$1", 1));
  }

  @Test
  void aSubclassThatIsNotNamedIsNotTracked() throws Exception {
    assertThat(
            open(
                tracked("com.acme.HttpConnection"),
                List.of(),
                "new Pooled(); new HttpConnection();",
                CONNECTION + "class Pooled extends HttpConnection {}"))
        .containsOnly(Map.entry("http connection com.acme.HttpConnection", 1));
  }

  @Test
  void anAbstractClassClosesForItsSubclasses() throws Exception {
    assertThat(
            open(
                "new File2().close(); new File2();",
                """
                abstract class Base implements Closeable {
                  int open = 1;
                  @Override public void close() { open = 0; }
                }
                class File2 extends Base {}
                """))
        .containsOnly(Map.entry("file2 com.acme.File2", 1));
  }

  @Test
  void aDefaultMethodClosesThoughItsInterfaceIsNotNamed() throws Exception {
    String link =
        """
        interface Link extends AutoCloseable { @Override default void close() { hashCode(); } }
        interface Wire extends Link {}
        class Cable implements Wire {}
        """;
    for (String track : List.of("com.acme.Cable", "com.acme.**")) {
      assertThat(open(tracked(track), List.of(), "new Cable().close(); new Cable();", link))
          .as(track)
          .containsOnly(Map.entry("cable com.acme.Cable", 1));
    }
  }

  @Test
  void whatHoldsNothingIsLeftOut() throws Exception {
    assertThat(
            open(
                "new Empty(); new CallsEmpty(); new Text(\"x\"); new Bytes(); Level.LOW.close();"
                    + " new ByDefault(); AutoCloseable lambda = () -> {}; new Plain();",
                """
                class Empty implements AutoCloseable { @Override public void close() {} }
                class CallsEmpty extends Empty { @Override public void close() { super.close(); } }
                class Text extends StringReader { Text(String text) { super(text); } }
                class Bytes extends ByteArrayInputStream { Bytes() { super(new byte[0]); } }
                enum Level implements AutoCloseable {
                  LOW; int n; @Override public void close() { n++; }
                }
                interface Idle extends AutoCloseable { @Override default void close() {} }
                class ByDefault implements Idle {}
                class Plain { public void close() {} }
                """))
        .isEmpty();
  }

  @Test
  void whatOverridesACloseThatHoldsNothingIsTracked() throws Exception {
    assertThat(
            open(
                "new Text(\"x\"); new Works();",
                """
                class Empty implements AutoCloseable { @Override public void close() {} }
                class Works extends Empty {
                  int n; @Override public void close() { super.close(); n++; }
                }
                class Text extends StringReader {
                  int n; Text(String text) { super(text); } @Override public void close() { n++; }
                }
                """))
        .containsOnlyKeys("works com.acme.Works", "text com.acme.Text");
  }

  @Test
  void whatIsExcludedIsLeftOutWithItsSubtypes() throws Exception {
    assertThat(
            open(
                tracked("com.acme.*", "com.acme.HttpConnection"),
                List.of(),
                "new HttpConnection(); new Pooled(); new Other();",
                CONNECTION
                    + "class Pooled extends HttpConnection {}"
                    + "class Other implements AutoCloseable { int n; public void close() { n++; } }"))
        .containsOnlyKeys("other com.acme.Other");
  }

  @Test
  void aRuleForTheClassWins() throws Exception {
    String text =
        """
        schema: tt-alloc-rules/1
        rules:
        - {class: com.acme.HttpConnection, type: mine, open: [<init>], close: [close]}
        """;
    RuleFile file = RuleFile.of(YamlFile.parse("rules.yaml", text, RuleFile.KIND));
    assertThat(
            open(
                tracked("com.acme.*"),
                ((RuleFile.Accepted) file).pack().rules(),
                "new HttpConnection();",
                CONNECTION))
        .containsOnlyKeys("mine com.acme.HttpConnection");
  }

  @Test
  void aPatternIsUnusedUntilAClassIsTracked() throws Exception {
    TrackedClasses classes = new TrackedClasses(tracked("io.ttalloc.agent.weave.match.*"));
    assertThat(classes.unused()).extracting(ClassPattern::toString).hasSize(1);

    ClassLoader loader = getClass().getClassLoader();
    String name = "io/ttalloc/agent/weave/match/TrackedClassesTest$Held";
    Rule rule = classes.ruleOf(loader, Objects.requireNonNull(SuperTypes.read(loader, name)));

    assertThat(rule).isNotNull();
    assertThat(classes.ruleOf(loader, Objects.requireNonNull(SuperTypes.read(loader, name))))
        .isSameAs(rule);
    assertThat(classes.unused()).isEmpty();
    assertThat(classes.mayTrack(Held.class)).isTrue();
    assertThat(classes.mayTrack(Stream.class)).isFalse();
  }

  /** Has something that must be closed. */
  static final class Held implements AutoCloseable {
    int closed;

    @Override
    public void close() {
      closed++;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "com/acme/HttpConnection, http connection",
    "com/acme/HTTPConnection, http connection",
    "com/acme/Pool$Entry, entry",
    "com/acme/Main$1Local, local",
    "com/acme/Main$1, base thing",
    "com/acme/Db_Pool, db pool",
    "Pool, pool",
    "com/acme/Http2Stream, http2 stream"
  })
  void typesAreSimpleNamesInWords(String name, String expected) {
    assertThat(TypeWords.of(name, "com/acme/BaseThing")).isEqualTo(expected);
  }
}
