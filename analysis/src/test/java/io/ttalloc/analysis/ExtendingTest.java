package io.ttalloc.analysis;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.facts.DumpTime;
import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.fold.ResourceLists;
import io.ttalloc.analysis.growth.Cycles;
import io.ttalloc.analysis.growth.GrowthEvidence;
import io.ttalloc.analysis.report.AdviceText;
import io.ttalloc.analysis.report.ReasonText;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.analysis.site.FoldedTallies;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.record.Frame;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the examples of docs/extending.md. */
class ExtendingTest {
  private static final Path PAPER = Path.of("..", "docs", "extending.md");
  private static final Path VERDICTS =
      Path.of("src/main/java/io/ttalloc/analysis/verdict/Verdicts.java");
  private static final List<Frame> READ =
      stack("java.io.FileInputStream.<init>:158", "com.acme.Loader.read:42");

  private static final String UNDECIDED_TEST =
      """
      package io.ttalloc.analysis.verdict;

      import static io.ttalloc.analysis.LedgerBuilder.ledger;
      import static io.ttalloc.analysis.LedgerBuilder.stack;
      import static io.ttalloc.analysis.LedgerBuilder.type;
      import static org.assertj.core.api.Assertions.assertThat;

      import io.ttalloc.analysis.LedgerBuilder;
      import io.ttalloc.analysis.Reports;
      import io.ttalloc.analysis.finding.Confidence;
      import io.ttalloc.analysis.report.Report;

      class UndecidedTest {
        void isJudgedAndCountsAsUndecided() {
          LedgerBuilder ledger = ledger();
          ledger
              .open(type("file", "java.io.FileInputStream"), stack("com.acme.Loader.read:42"))
              .thread("ForkJoinPool.commonPool-worker-3");

          Report report = Reports.of(ledger);

          assertThat(report.isJudged()).isTrue();
          assertThat(report.undecided()).isEqualTo(1);
          assertThat(Reports.only(ledger, Verdicts.ACME_POOLED).confidence())
              .isEqualTo(Confidence.Level.LOW);
        }
      }
      """;

  @TempDir private Path folder;
  private final LedgerBuilder ledger = ledger();

  /** Writes an example from docs/extending.md into {@link #folder}. */
  private Path source(String name) throws IOException {
    Matcher example =
        Pattern.compile("```java\n// " + name + "\\.java\n(package .*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAPER));
    assertThat(example.find()).as("an example %s.java in %s", name, PAPER).isTrue();
    return Files.writeString(folder.resolve(name + ".java"), example.group(1));
  }

  /**
   * Writes a copy of Verdicts, with the line from docs/extending.md inserted before the last
   * verdict.
   */
  private Path verdictsWithTheLineOfThePaper() throws IOException {
    Matcher line =
        Pattern.compile("`(public static final Verdict ACME_POOLED = .*?;)`")
            .matcher(Files.readString(PAPER));
    assertThat(line.find()).as("a line for Verdicts.java in %s", PAPER).isTrue();
    String last = "  public static final Verdict LEFT_OPEN";
    String verdicts = Files.readString(VERDICTS);
    assertThat(verdicts).containsOnlyOnce(last);
    return Files.writeString(
        folder.resolve("Verdicts.java"),
        verdicts.replace(last, "  " + line.group(1) + "\n" + last));
  }

  /** Compiles sources into {@link #folder}. */
  private void compile(Path... sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options = List.of("-proc:none", "-d", folder.toString());
      boolean good =
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjects(sources))
              .call();
      assertThat(good).as(said.toString()).isTrue();
    }
  }

  @Test
  void verdictOfThePaperJudgesExplainsAndAdvises() throws Exception {
    ledger.open(type("file", "java.io.FileInputStream"), READ).thread("main");
    ledger
        .open(type("file", "java.io.FileInputStream"), READ)
        .thread("ForkJoinPool.commonPool-worker-3");
    compile(source("AcmePooled"));
    byte[] classFile =
        Files.readAllBytes(folder.resolve("io/ttalloc/analysis/verdict/AcmePooled.class"));
    // AcmePooled uses package-private classes of its package, so Verdict's loader must define it.
    Constructor<?> constructor =
        MethodHandles.privateLookupIn(Verdict.class, MethodHandles.lookup())
            .defineClass(classFile)
            .getDeclaredConstructor();
    constructor.setAccessible(true);
    Verdict pooled = (Verdict) constructor.newInstance();

    List<OpenResource> judged = ledger.read(image -> judgedBy(pooled, image));
    assertThat(judged).hasSize(1);
    Cycles.Counts counts = new Cycles(List.of()).counts();
    OpenResource first = judged.get(0);
    GrowthEvidence growth =
        new GrowthEvidence(first.facts().image(), first.slot().tally(), counts, counts, null);
    Evidence evidence =
        new Evidence(
            first, FoldedTallies.Group.of(first.slot().tally()), growth, 16, ResourceLists.none());
    evidence.add(judged.get(0), null, null);
    assertThat(ReasonText.of(pooled.why(evidence)))
        .containsExactly("opened by thread \"ForkJoinPool.commonPool-worker-3\"");
    assertThat(AdviceText.of(pooled.fix(evidence))).contains("Loader.read(Loader.java:42)");
    assertThat(pooled.isLeak(false)).isFalse();
    assertThat(pooled.isLeak(true)).isTrue();
  }

  private static List<OpenResource> judgedBy(Verdict verdict, LedgerImage image)
      throws IOException {
    Facts facts = Facts.of(image, null, DumpTime.OF_READING);
    List<OpenResource> judged = new ArrayList<>();
    List<String> damage =
        image.forEachSlot(
            slot -> {
              OpenResource resource = new OpenResource(facts, slot);
              if (verdict.judge(resource)) {
                judged.add(resource);
              }
            });
    assertThat(damage).isEmpty();
    return judged;
  }

  @Test
  void testOfThePaperFindsTheVerdictWhereItWasAdded() throws Exception {
    compile(source("AcmePooled"), source("AcmePooledTest"), verdictsWithTheLineOfThePaper());

    assertThat(passedOf("AcmePooledTest"))
        .containsExactlyInAnyOrder(
            "openedByAWorkerOfTheCommonPoolIsPooled",
            "collectedIsLostWhicheverThreadOpenedIt",
            "openedByAnotherThreadIsLeftOpen");
  }

  @Test
  void anotherVerdictMayLeaveItOpenWhetherItIsALeak() throws Exception {
    Path pooled = source("AcmePooled");
    String undecided =
        "\n  @Override\n  public boolean isUndecided() {\n    return true;\n  }\n}\n";
    Files.writeString(pooled, Files.readString(pooled).replaceFirst("\n}\n$", undecided));
    Path test = Files.writeString(folder.resolve("UndecidedTest.java"), UNDECIDED_TEST);
    compile(pooled, test, verdictsWithTheLineOfThePaper());

    assertThat(passedOf("UndecidedTest")).containsExactly("isJudgedAndCountsAsUndecided");
  }

  /**
   * Runs the tests of a compiled class and returns their names. Loads all classes again, the
   * compiled ones first, so that the list of verdicts is the new one.
   */
  private List<String> passedOf(String name) throws Exception {
    List<String> passed = new ArrayList<>();
    try (URLClassLoader loader =
        new URLClassLoader(folderAndClassPath(), ClassLoader.getPlatformClassLoader())) {
      Class<?> test = loader.loadClass("io.ttalloc.analysis.verdict." + name);
      Constructor<?> constructor = test.getDeclaredConstructor();
      constructor.setAccessible(true);
      for (Method method : test.getDeclaredMethods()) {
        if (method.getReturnType() == void.class) {
          method.setAccessible(true);
          method.invoke(constructor.newInstance());
          passed.add(method.getName());
        }
      }
    }
    return passed;
  }

  private URL[] folderAndClassPath() throws IOException {
    List<URL> urls = new ArrayList<>();
    urls.add(folder.toUri().toURL());
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls.toArray(new URL[0]);
  }

  @Test
  void formatOfThePaperWritesAReport() throws Exception {
    ledger.open(type("file", "java.io.FileInputStream"), READ);
    compile(source("FingerprintsFormat"));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      ReportFormat format =
          (ReportFormat)
              loader
                  .loadClass("io.ttalloc.analysis.report.fingerprints.FingerprintsFormat")
                  .getDeclaredConstructor()
                  .newInstance();
      Finding finding = Reports.of(ledger).findings().get(0);
      assertThat(format.suffix()).isEqualTo(".fingerprints");
      assertThat(Reports.written(Reports.of(ledger), format))
          .isEqualTo(finding.fingerprint() + " " + finding.verdict() + "\n");
    }
  }
}
