package io.ttalloc.agent.rules.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.rules.Clause;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.clause.Clauses;
import io.ttalloc.agent.weave.TrackingStart;
import io.ttalloc.agent.weave.Weaving;
import io.ttalloc.ledger.LedgerHeader;
import io.ttalloc.ledger.LedgerWriter;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.probe.Probe;
import io.ttalloc.probe.ProbeListener;
import io.ttalloc.probe.ProbeRules;
import io.ttalloc.yaml.Problem;
import io.ttalloc.yaml.YamlFile;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles the clause that docs/extending.md shows, reads the rules beside it, and runs both. */
class ExtendingClauseTest {
  private static final String HEAD = "schema: tt-alloc-rules/1\nrules:\n";

  private static final String APPLICATION =
      """
      package com.acme;

      class Pool {}

      class Connection implements AutoCloseable {
        void attachTo(Pool pool) {}

        @Override
        public void close() {}
      }

      public class Main implements Runnable {
        static final Pool POOL = new Pool();
        static final Connection HELD = new Connection();
        static final Connection FREE = new Connection();

        @Override
        public void run() {
          HELD.attachTo(POOL);
          FREE.attachTo(null);
        }
      }
      """;

  @TempDir private Path folder;
  private final List<Clause<?>> clauses = new ArrayList<>(Clauses.inOrder());
  private String rules = "";

  @BeforeEach
  void compileThePaper() throws Exception {
    String paper = Files.readString(Path.of("..", "docs", "extending.md"));
    String source = found(paper, "```java\n// HeldByClause\\.java\n(.*?)```");
    rules = HEAD + found(paper, "```yaml\n([^`]*held-by:.*?)```");
    compile("HeldByClause", source);
    // Not closed: the clause loads its advice when a class is woven.
    URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
    Constructor<?> constructor =
        loader.loadClass("io.ttalloc.agent.rules.clause.HeldByClause").getDeclaredConstructor();
    constructor.setAccessible(true);
    clauses.add((Clause<?>) constructor.newInstance());
  }

  @Test
  void theClauseOfThePaperTellsWhichCacheHoldsAResource() throws Exception {
    Path ledger = folder.resolve("test.ledger");
    LedgerHeader about =
        new LedgerHeader(4242, 1_000, System.nanoTime(), 2_000, "test", "JVM", false, false);
    LedgerWriter writer = new LedgerWriter(ledger.toFile(), about, 1024);
    ProbeRules probeRules = new ProbeRules();
    Failures failures = new Failures();
    Probe.start(writer, probeRules, false, null, failures);
    try {
      application(probeRules).run();
      assertThat(failures.thrown).isEmpty();
      List<SlotEntry> slots = new ArrayList<>();
      LedgerReader.read(ledger, Liveness.OWN_PROCESS).forEachSlot(slots::add);
      SlotEntry pool = ofType("connection pool", slots).get(0);
      assertThat(ofType("connection", slots))
          .extracting(slot -> slot.extension() == null ? 0 : slot.extension().holder())
          .containsExactlyInAnyOrder(pool.index(), 0);
    } finally {
      Probe.watchNoMore(10_000);
      Probe.stop();
      writer.ended();
    }
  }

  @Test
  void theClauseOfThePaperTellsWhatIsWrong() {
    RuleFile file = read(HEAD + "- class: a.B\n  held-by: [{method: attachTo}]\n");

    assertThat(file.problems())
        .extracting(Problem::line)
        .containsExactly(
            "rules.yaml:4:22: 'held-by' without 'cache', expected cache: VALUE as well; this rule"
                + " is ignored");
  }

  private static String found(String paper, String pattern) {
    Matcher example = Pattern.compile(pattern, Pattern.DOTALL).matcher(paper);
    assertThat(example.find()).as(pattern).isTrue();
    return example.group(1);
  }

  private void compile(String name, String source) throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options = List.of("-proc:none", "-d", folder.toString());
      boolean good =
          compiler.getTask(said, files, null, options, null, files.getJavaFileObjects(file)).call();
      assertThat(good).as(said.toString()).isTrue();
    }
  }

  private RuleFile read(String yaml) {
    YamlFile.Tree tree = (YamlFile.Tree) YamlFile.parse("rules.yaml", yaml, RuleFile.KIND);
    return new PackReader(tree.name(), clauses).read(tree.root());
  }

  private Runnable application(ProbeRules probeRules) throws Exception {
    RuleFile file = read(rules);
    assertThat(file.problems()).isEmpty();
    List<Rule> read = ((RuleFile.Accepted) file).pack().rules();
    TrackingStart.Started started =
        new TrackingStart.Started(probeRules, (loader, name, statistics) -> {}, () -> {});
    compile("Main", APPLICATION);
    WovenLoader loader = new WovenLoader(folder, new Weaving(read, matched -> started));
    return (Runnable) loader.loadClass("com.acme.Main").getDeclaredConstructor().newInstance();
  }

  private static List<SlotEntry> ofType(String type, List<SlotEntry> slots) {
    return slots.stream().filter(slot -> slot.tally().type().name().equals(type)).toList();
  }

  /** Weaves the classes of a folder, as a JVM with the agent does. */
  private static final class WovenLoader extends ClassLoader {
    private final Path folder;
    private final Weaving weaving;

    WovenLoader(Path folder, Weaving weaving) {
      super(ExtendingClauseTest.class.getClassLoader());
      this.folder = folder;
      this.weaving = weaving;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      String internal = name.replace('.', '/');
      try {
        byte[] read = Files.readAllBytes(folder.resolve(internal + ".class"));
        byte[] woven = weaving.transform(this, internal, null, null, read);
        byte[] defined = woven == null ? read : woven;
        return defineClass(name, defined, 0, defined.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private static final class Failures implements ProbeListener {
    private final List<Throwable> thrown = new ArrayList<>();

    @Override
    public void marked(String name) {}

    @Override
    public void failed(Throwable why) {
      thrown.add(why);
    }

    @Override
    public void attributeThrew(Throwable why) {
      thrown.add(why);
    }

    @Override
    public void switchedOff(int errors) {}
  }
}
