package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.origin.MainProgram;
import io.ttalloc.agent.weave.match.WovenSelection;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.Probe;
import io.ttalloc.probe.hook.ProbeListener;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.yaml.Problem;
import io.ttalloc.text.yaml.YamlFile;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.ref.Reference;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Compiles an application, weaves it by rules as the agent does, runs it in the test's JVM and
 * reads its ledger.
 */
public final class WovenApplication {
  /** The contents of the ledger after the application has run. */
  public record Recorded(LedgerImage image, List<SlotEntry> slots) {
    /** The open resources of a type. */
    public List<SlotEntry> ofType(String type) {
      return slots.stream().filter(slot -> slot.tally().type().name().equals(type)).toList();
    }
  }

  private WovenApplication() {}

  /** Returns the rules of a file; fails if the file has problems. */
  public static List<Rule> rules(String yaml) {
    RuleFile file = RuleFile.of(YamlFile.parse("rules.yaml", yaml, RuleFile.KIND));
    assertThat(file.problems()).extracting(Problem::line).isEmpty();
    return ((RuleFile.Accepted) file).pack().rules();
  }

  /**
   * Runs an application. Fails if a hook fails.
   *
   * @param folder an empty folder for its classes and its ledger
   * @param source the class {@code com.acme.Main}, which must be a {@link Runnable}, and further
   *     classes
   */
  public static Recorded run(Path folder, String source, List<Rule> rules) throws Exception {
    return run(folder, source, WovenSelection.of(rules));
  }

  /** Runs an application with a selection of rules and classes to weave. */
  public static Recorded run(Path folder, String source, WovenSelection wanted) throws Exception {
    return run(folder, source, wanted, new ProbeRules());
  }

  /** Runs an application with these probe rules, which may contain facts that no rule states. */
  static Recorded run(Path folder, String source, WovenSelection wanted, ProbeRules probeRules)
      throws Exception {
    compile(folder, "Main", source);
    return runCompiled(folder, wanted, probeRules);
  }

  /** Runs an application that has already been compiled. */
  static Recorded runCompiled(Path folder, WovenSelection wanted, ProbeRules probeRules)
      throws Exception {
    Path ledger = folder.resolve("test.ledger");
    LedgerHeader about =
        new LedgerHeader(4242, 1_000, System.nanoTime(), 2_000, "test", "JVM", false, false);
    LedgerWriter writer = new LedgerWriter(ledger.toFile(), about, 1024);
    Failures failures = new Failures();
    Probe.prepare(writer, probeRules, false, failures);
    Probe.begin();
    Runnable application = null;
    try {
      application = load(folder, wanted, probeRules);
      application.run();
      assertThat(failures.thrown).isEmpty();
      LedgerImage image = LedgerReader.read(ledger, Liveness.OWN_PROCESS);
      List<SlotEntry> slots = new ArrayList<>();
      assertThat(image.forEachSlot(slots::add)).isEmpty();
      return new Recorded(image, slots);
    } finally {
      // The application's static fields keep what it has opened reachable until the ledger has been
      // read.
      Reference.reachabilityFence(application);
      Probe.watchNoMore(10_000);
      Probe.stop();
      writer.ended();
    }
  }

  /** Compiles a source into a folder. */
  public static void compile(Path folder, String name, String source) throws IOException {
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

  private static Runnable load(Path folder, WovenSelection wanted, ProbeRules probeRules)
      throws ReflectiveOperationException {
    TrackingStart.Started started =
        new TrackingStart.Started(probeRules, (loader, name, statistics) -> {}, className -> {});
    WovenLoader loader =
        new WovenLoader(
            folder, new Weaving(wanted, matched -> started, new CodeOrigins(MainProgram.read())));
    return (Runnable) loader.loadClass("com.acme.Main").getDeclaredConstructor().newInstance();
  }

  /** Weaves the classes of a folder, as a JVM with the agent does. */
  private static final class WovenLoader extends ClassLoader {
    private final Path folder;
    private final Weaving weaving;

    WovenLoader(Path folder, Weaving weaving) {
      super(WovenApplication.class.getClassLoader());
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

    /** Finds class files, since weaving reads the classes to which a woven class refers. */
    @Override
    protected @Nullable URL findResource(String name) {
      Path file = folder.resolve(name);
      try {
        return Files.exists(file) ? file.toUri().toURL() : null;
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
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
    public void attributeThrew(String attribute, String className, Throwable why) {
      thrown.add(why);
    }

    @Override
    public void openedAgain(String type, String classes, long number, boolean isOfObject) {}

    @Override
    public void switchedOff(int errors) {}
  }
}
