package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.weave.check.UnknownMember;
import io.ttalloc.agent.weave.transform.ReleaseCalls;
import io.ttalloc.agent.weave.transform.Weaver;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.yaml.YamlFile;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests each clause with each kind of value in each kind of method: either the JVM accepts the
 * woven code or the rule is rejected. If invalid code were woven, the application would end with a
 * VerifyError when it first used the class.
 */
class WovenCodeVerifiesTest {
  /** Clauses that take a value, with {@code M} for the method and {@code V} for the value. */
  private static final String CLAUSES =
      """
      open: [{method: M, resource: V}]
      open: [{method: M, key: V}]
      open: [{method: M, key: number, of: V}]
      open: [M], bytes: V, label: V
      open: [M], extent: V, address: V
      open: [M], device: V, owns: V, shared: V
      open: [M], space: V, session: V
      open: [<init>], close: [{method: M, resource: V}]
      open: [<init>], close: [{method: M, key: V}]
      open: [<init>], close: [{method: M, key: number, of: V}]
      open: [<init>], close: [close], use: [{method: M, resource: V}]
      open: [<init>], close: [close], disown: [{method: M, resource: V}]
      open: [<init>], close: [close], adopt: [{method: M, resource: V}]
      open: [<init>], close: [close], bytes: V, update: [M]
      open: [<init>], close: [close], bytes: bytes, label: V, update: [{method: M, resource: peer}]
      open: [<init>], retain: [{method: M, by: V}], release: [close]
      open: [<init>], retain: [get], release: [{method: M, by: V}]
      open: [<init>], close: [close], holder: true, hold: [{method: M, resource: V, entry: V}]
      open: [<init>], close: [close], holder: true, drop: [{method: M, resource: V}]
      cycle: [{method: M, name: V}]
      """;

  /** Clauses that take no value. */
  private static final String PLAIN_CLAUSES =
      """
      open: [M], close: [M]
      open: [<init>], close: [M], use: [M], scope: [M]
      open: [<init>], close: [close], disown: [M], infrastructure: [M], reclaim: [M]
      open: [<init>], retain: [M], release: [close], scope: [M], update: [M], bytes: bytes
      open: [<init>], close: [close], holder: true, drop: [M], hold: [M]
      open: [M], close: [close], cycle: [M], adopt: [M], scope: [M]
      """;

  private static final int STEP = Integer.getInteger("ttalloc.step", 101);

  /** The number of attempts with several rules if the step is 1. */
  private static final int SEVERAL = 1_100;

  @TempDir Path folder;
  private final List<String> wrong = new ArrayList<>();
  private int combinations;
  private int woven;

  /**
   * The distance between the combinations that are tried; 1 tries all of them, which takes a
   * minute. Any other distance must not be a factor of the lists' sizes.
   */
  int step() {
    return STEP;
  }

  @Test
  void whateverARuleSaysTheJvmAcceptsTheCodeOrTheRuleIsRefused() throws Exception {
    WovenApplication.compile(folder, "Shapes", ManyShapes.SOURCE);
    for (String method : ManyShapes.METHODS.trim().split("\\s+", -1)) {
      for (String clause : PLAIN_CLAUSES.lines().toList()) {
        tryRules(List.of(clause.replace("M", method)));
      }
      for (String clause : CLAUSES.lines().toList()) {
        for (String value : ManyShapes.VALUES.trim().split("\\s+", -1)) {
          if (combinations++ % step() == 0) {
            tryRules(List.of(clause.replace("M", method).replace("V", value)));
          }
        }
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(woven).isGreaterThan(5_000 / step());
  }

  /** Rules that were written independently may name the same methods. */
  @Test
  void thisHoldsForSeveralRulesOfOneMethodToo() throws Exception {
    WovenApplication.compile(folder, "Shapes", ManyShapes.SOURCE);
    List<String> clauses = new ArrayList<>(CLAUSES.lines().toList());
    clauses.addAll(PLAIN_CLAUSES.lines().toList());
    String[] methods = ManyShapes.METHODS.trim().split("\\s+", -1);
    String[] values = ManyShapes.VALUES.trim().split("\\s+", -1);
    Random random = new Random(20_261_126);
    for (int i = 0; i < SEVERAL / step(); i++) {
      String method = methods[random.nextInt(methods.length)];
      List<String> fitting = new ArrayList<>();
      for (int tries = 0; tries < 200 && fitting.size() < 4; tries++) {
        String clause =
            clauses
                .get(random.nextInt(clauses.size()))
                .replace("M", method)
                .replace("V", values[random.nextInt(values.length)]);
        if (woven(new FolderLoader(folder), List.of(clause)) != null) {
          fitting.add(clause);
        }
      }
      tryRules(fitting);
    }

    assertThat(wrong).isEmpty();
    assertThat(woven).isEqualTo(SEVERAL / step());
  }

  private void tryRules(List<String> clauses) throws Exception {
    FolderLoader loader = new FolderLoader(folder);
    try {
      byte[] file = woven(loader, clauses);
      if (file != null) {
        woven++;
        loader.shapes = file;
        Class<?> unused = Class.forName("com.acme.Shapes", true, loader);
      }
    } catch (RuntimeException | LinkageError e) {
      wrong.add(clauses + ": " + String.valueOf(e).lines().limit(2).toList());
    }
  }

  /** Returns the class woven by one rule for each clause; null if one of the rules is rejected. */
  private byte @Nullable [] woven(ClassLoader loader, List<String> clauses) throws Exception {
    List<Rule> rules = new ArrayList<>();
    for (String clause : clauses) {
      // One file for each clause: in a single file, most of the rules would contradict each other.
      String yaml =
          "schema: tt-alloc-rules/1\nrules: [{class: com.acme.Shapes, type: type%d, %s}]"
              .formatted(rules.size(), clause);
      if (RuleFile.of(YamlFile.parse("rules.yaml", yaml, RuleFile.KIND))
          instanceof RuleFile.Accepted accepted) {
        rules.addAll(accepted.pack().rules());
      }
    }
    if (rules.size() < clauses.size()) {
      return null;
    }
    Weaver weaver = new Weaver(new ReleaseCalls(List.of()));
    byte[] file = Files.readAllBytes(folder.resolve("com/acme/Shapes.class"));
    try {
      return weaver.weave(loader, "com.acme.Shapes", file, rules, true).applyTo(new ProbeRules());
    } catch (UnknownMember refused) {
      return null;
    }
  }

  /** A loader that defines the woven class and the other classes of the folder. */
  private static final class FolderLoader extends ClassLoader {
    private final Path folder;
    private byte[] shapes = {};

    FolderLoader(Path folder) {
      super(WovenCodeVerifiesTest.class.getClassLoader());
      this.folder = folder;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      try {
        byte[] file =
            name.equals("com.acme.Shapes")
                ? shapes
                : Files.readAllBytes(folder.resolve(name.replace('.', '/') + ".class"));
        return defineClass(name, file, 0, file.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    @Override
    protected @Nullable URL findResource(String name) {
      try {
        Path found = folder.resolve(name);
        return Files.exists(found) ? found.toUri().toURL() : null;
      } catch (MalformedURLException e) {
        return null;
      }
    }
  }
}
