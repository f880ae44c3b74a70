package io.ttalloc.agent.testing;

import io.ttalloc.agent.exit.TestEvidence;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.log.Reason;
import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.ExitHeap;
import io.ttalloc.analysis.decision.Baselined;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.PartOf;
import io.ttalloc.analysis.finding.Whose;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.text.LeakText;
import io.ttalloc.analysis.site.Fingerprint;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.PathRoot;
import io.ttalloc.heap.report.Reach;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.OwnRecords;
import io.ttalloc.ledger.read.SystemCode;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.SystemCodeRecord;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.Probe;
import io.ttalloc.probe.resource.Resource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the resources that a scope has leaked. To keep a clean test cheap, the steps are taken in
 * this order:
 *
 * <ol>
 *   <li>If everything that the scope opened is closed, it has no leak. Otherwise, other threads get
 *       a moment to close the remaining resources.
 *   <li>Runs a garbage collection. Resources that are collected are lost.
 *   <li>Searches the heap, if something is still open. A resource that only the test's instance or
 *       a thread keeps reachable must be closed within the grace period. A resource that something
 *       else keeps reachable, such as a static field or the store of an extension, moves up to the
 *       enclosing scope.
 *   <li>Judges the remaining resources, using the whole ledger, to determine the reasons and the
 *       fix.
 * </ol>
 *
 * Thread-safe; only one scope at a time searches the heap.
 */
public final class ScopeJudge {
  /**
   * The time that other threads get to close the remaining resources, long enough for most closes.
   * A scope that leaves something open waits this long.
   */
  private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final String TEST_FRAMEWORK = "org.junit.";

  private final LedgerWriter ledger;
  private final Path file;
  private final Supplier<AnalysisOptions> options;
  private final TestEvidence evidence;
  private final OwnRecords records;

  /**
   * For each fingerprint, a phrase about the field through which a test or its class keeps the
   * resource reachable.
   */
  private final Map<String, String> keepers = new ConcurrentHashMap<>();

  /** The scope that first reported each leak, by fingerprint. */
  private final Map<String, String> reported = new ConcurrentHashMap<>();

  /** The patterns that have allowed something to stay open. */
  private final Set<String> used = ConcurrentHashMap.newKeySet();

  /**
   * The system code that is recognized by its stack frames, because it is not woven; null before
   * the first report.
   */
  private volatile @Nullable SystemCode systemCode;

  /**
   * @param file the path at which the ledger was created
   */
  public ScopeJudge(
      LedgerWriter ledger, Path file, Supplier<AnalysisOptions> options, TestEvidence evidence) {
    this.ledger = ledger;
    this.file = file;
    this.options = options;
    this.evidence = evidence;
    this.records = new OwnRecords(ledger.content());
  }

  /** The patterns that have never allowed anything to stay open. */
  List<String> unused(List<String> allowed) {
    return allowed.stream().filter(each -> !used.contains(each)).toList();
  }

  boolean isOpen(Object resource) {
    return ((Resource) resource).isOpen();
  }

  /**
   * Whether the test method of a scope, or a lambda in it, is on the opening stack of a tally. For
   * the scope of a class, any method of the class counts.
   */
  boolean isOpenedBy(int tally, Scope scope) {
    try {
      for (Frame frame : records.stack(records.counted(tally).stackId())) {
        boolean ofClass = frame.className().equals(scope.testClass);
        if (ofClass && (scope.method.isEmpty() || isIn(frame.method(), scope.method))) {
          return true;
        }
      }
    } catch (IOException e) {
      // If the stack cannot be read, the resource belongs to no test.
    }
    return false;
  }

  /**
   * Whether a frame belongs to a method or to a lambda in it: compilers derive the name of a
   * lambda's body from the name of the method.
   */
  private static boolean isIn(String frame, String method) {
    return frame.equals(method) || frame.startsWith("lambda$" + method + "$");
  }

  /**
   * The leaks of a scope, each as a map of names and values; see the JUnit extension for the names.
   */
  List<Map<String, Object>> leaks(Scope scope, TestScopes scopes, TestScopes.Ending ending) {
    return judged(scope, () -> found(scope, scopes, ending));
  }

  /** The leaks that all cycles of a repeated test have in common. */
  List<Map<String, Object>> growth(List<Scope> cycles, TestScopes.Ending ending) {
    return judged(cycles.get(0), () -> new GrowthJudge(this).found(cycles, ending));
  }

  /** A search for leaks, which may fail. */
  private interface Look {
    List<Map<String, Object>> found() throws IOException;
  }

  private static List<Map<String, Object>> judged(Scope scope, Look look) {
    List<Map<String, Object>> leaks = new ArrayList<>();
    Probe.unseen(
        () -> {
          try {
            leaks.addAll(look.found());
          } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
            Console.line(
                scope.name
                    + " could not be judged ("
                    + Reason.of(e)
                    + "); its leaks are not reported");
          }
        });
    return leaks;
  }

  private List<Map<String, Object>> found(Scope scope, TestScopes scopes, TestScopes.Ending ending)
      throws IOException {
    long begin = System.nanoTime();
    // Some closes cause no event, such as a close by another thread during the opening.
    scope.open.removeIf(resource -> ((Resource) resource).isOver());
    forgetSystemsOwn(scope, scopes);
    scope.awaitCloses(moment(ending));
    if (scope.isClean()) {
      return List.of();
    }
    // Infrastructure and suppressed leaks are recognized without a (costly) heap dump.
    Report report = report(null);
    if (!scope.open.isEmpty() && !leaking(scope, report, ending).isEmpty()) {
      ExitHeap heap = lookedInto(scope, scopes, ending);
      if (scope.isClean()) {
        return List.of();
      }
      report = report(heap);
      if (!scope.open.isEmpty() && !leaking(scope, report, ending).isEmpty()) {
        // Only the test or a thread refers to these resources; a thread may be about to close them.
        // The report stays correct: resources that are closed meanwhile are no longer counted.
        scope.awaitCloses(ending.graceNanos() - (System.nanoTime() - begin));
        scope.open.removeIf(resource -> ((Resource) resource).isOver());
      }
    }
    List<Map<String, Object>> leaks = new ArrayList<>();
    leaking(scope, report, ending)
        .forEach((finding, count) -> leaks.add(described(finding, count, scope)));
    return leaks;
  }

  /**
   * Discards resources that system code has opened. The probe marks such a resource only if the
   * system code is woven. If the unmarked resources were kept, each test in which system code opens
   * a resource would require a report on everything that the run has opened so far.
   */
  private void forgetSystemsOwn(Scope scope, TestScopes scopes) throws IOException {
    SystemCode code = systemCode;
    if (code == null) {
      return;
    }
    for (Object resource : scope.open) {
      if (isOn(code, ((Resource) resource).tally().id())) {
        scopes.forget(resource, scope);
      }
    }
    Iterator<Integer> tallies = scope.lost.keySet().iterator();
    while (tallies.hasNext()) {
      if (isOn(code, tallies.next())) {
        tallies.remove();
      }
    }
  }

  private boolean isOn(SystemCode code, int tally) throws IOException {
    return code.isOn(records.stack(records.counted(tally).stackId()));
  }

  static long moment(TestScopes.Ending ending) {
    return Math.min(MOMENT_NANOS, ending.graceNanos());
  }

  /**
   * Collects garbage and finds what is reachable; null if the heap is too large or cannot be read.
   */
  synchronized @Nullable ExitHeap lookIntoHeap() throws IOException {
    evidence.collect();
    return evidence.heap();
  }

  private synchronized @Nullable ExitHeap lookedInto(
      Scope scope, TestScopes scopes, TestScopes.Ending ending) throws IOException {
    evidence.collect();
    if (scope.open.isEmpty()) {
      return null;
    }
    ExitHeap heap = evidence.heap();
    Map<Integer, HeldResource> held = new HashMap<>();
    if (heap != null) {
      for (HeldResource each : heap.report().resources()) {
        if (each.state() != HeldResource.State.CLOSED) {
          held.put(each.slot(), each);
        }
      }
    }
    for (Object resource : scope.open) {
      Resource open = (Resource) resource;
      HeldResource found = held.get(open.slot());
      if (found != null && found.tally() != open.tally().id()) {
        found = null; // The slot has been reused.
      }
      if (isAllowed(open.tally().id(), ending)) {
        scopes.forget(resource, scope);
      } else if (heap == null || (found != null && staysWithOthers(found, scope, ending))) {
        scopes.moveUp(resource, scope);
      } else if (found != null) {
        note(found, ending);
      }
    }
    return heap;
  }

  private void note(HeldResource held, TestScopes.Ending ending) throws IOException {
    ReferencePath path = held.path();
    if (path == null) {
      return;
    }
    for (PathLink link : path.links()) {
      if (link.kind() == PathLink.Kind.FIELD && ending.instanceClasses().contains(link.type())) {
        keepers.put(fingerprint(held.tally()), "by the test's field " + link.text());
        return;
      }
    }
  }

  /**
   * Whether something other than the scope's own objects or a thread keeps a resource reachable.
   */
  private static boolean staysWithOthers(HeldResource held, Scope scope, TestScopes.Ending ending) {
    ReferencePath path = held.path();
    if (held.reach() == Reach.UNREACHABLE) {
      return false;
    }
    if (path == null) {
      return true;
    }
    PathRoot root = path.root();
    if (root.kind() == PathRoot.Kind.STATIC_FIELD) {
      return scope.kind != Scope.Kind.CLASS || !isOf(root.type(), scope.testClass);
    }
    boolean ofInstance = false;
    for (PathLink link : path.links()) {
      if (link.type().startsWith(TEST_FRAMEWORK) && link.type().contains("Store")) {
        return true;
      }
      if (link.kind() == PathLink.Kind.STATIC_FIELD) {
        return scope.kind != Scope.Kind.CLASS || !isOf(link.type(), scope.testClass);
      }
      if (link.kind() == PathLink.Kind.THREAD_LOCAL) {
        return true;
      }
      ofInstance |= ending.instanceClasses().contains(link.type());
    }
    if (held.lasts()) {
      return true; // a longer path keeps it reachable
    }
    if (ofInstance) {
      return ending.instanceStays();
    }
    return switch (root.kind()) {
      case THREAD -> false;
      case JAVA_LOCAL, JNI_LOCAL -> isOfTheFramework(root);
      default -> true;
    };
  }

  private static boolean isOf(String type, String testClass) {
    return type.equals(testClass) || type.startsWith(testClass + "$");
  }

  /**
   * Whether a root is a stack frame of the test framework, which drops its references without any
   * action by the test.
   */
  private static boolean isOfTheFramework(PathRoot root) {
    return root.frame().contains(TEST_FRAMEWORK);
  }

  /** The findings that make the scope fail, each with the number of its resources. */
  private Map<Finding, Integer> leaking(Scope scope, Report report, TestScopes.Ending ending)
      throws IOException {
    Map<String, Integer> lost = new HashMap<>();
    for (Map.Entry<Integer, Integer> each : scope.lost.entrySet()) {
      lost.merge(fingerprint(each.getKey()), each.getValue(), Integer::sum);
    }
    Map<String, Integer> open = new HashMap<>();
    for (Object resource : scope.open) {
      open.merge(fingerprint(((Resource) resource).tally().id()), 1, Integer::sum);
    }
    Map<Finding, Integer> leaks = new LinkedHashMap<>();
    for (Finding finding : report.findings()) {
      String fingerprint = finding.fingerprint();
      Integer count =
          !mayFailATest(finding) || finding.verdict().leakInTest() != Verdict.Leak.ALWAYS
              ? null
              : finding.leak() && lost.containsKey(fingerprint)
                  ? lost.remove(fingerprint)
                  : open.remove(fingerprint);
      if (count != null) {
        leaks.put(finding, count);
      }
    }
    Set<Finding> all = Set.copyOf(leaks.keySet());
    leaks.keySet().removeIf(finding -> isAllowed(finding, ending) || isPart(finding, all));
    return leaks;
  }

  private static boolean mayFailATest(Finding finding) {
    return finding.judgement().suppressedBy() == null
        && !Baselined.KNOWN.equals(finding.judgement().baseline())
        && finding.whose().by() == Whose.By.PROGRAM
        && finding.verdict().leakInTest() != Verdict.Leak.NEVER
        && !isOfTheFramework(finding)
        // A rule may declare that findings with a leak verdict are not leaks.
        && (finding.leak() || !finding.verdict().isLeak(finding.growing()));
  }

  /**
   * Whether the framework has opened a resource for itself, such as the executor for its time
   * limits. The framework closes that executor when the run ends, even though only frames and the
   * executor's own thread refer to it.
   */
  private static boolean isOfTheFramework(Finding finding) {
    for (Frame frame : finding.opening().frames()) {
      if (!frame.className().startsWith("java.")) {
        return frame.className().startsWith(TEST_FRAMEWORK);
      }
    }
    return false;
  }

  private static boolean isPart(Finding finding, Set<Finding> leaks) {
    PartOf partOf = finding.identity().partOf();
    return partOf != null && leaks.stream().anyMatch(partOf::is);
  }

  String fingerprint(int tally) throws IOException {
    OwnRecords.Counted counted = records.counted(tally);
    return Fingerprint.of(counted.type(), records.stack(counted.stackId()));
  }

  synchronized Report report(@Nullable ExitHeap heap) throws IOException {
    AnalysisOptions now = options.get();
    LedgerImage image = LedgerReader.readOwnAsEnded(ledger.content(), file);
    systemCode = new SystemCode(image.rows(SystemCodeRecord.class));
    return Analysis.of(image, heap == null ? now : heap.addedTo(now));
  }

  Map<String, Object> described(Finding finding, int count, Scope scope) {
    Map<String, Object> leak = new HashMap<>();
    leak.put("title", LeakText.title(finding, count));
    leak.put("evidence", LeakText.evidence(finding, keepers.get(finding.fingerprint())));
    leak.put("frames", frames(finding.opening().frames()));
    String first = reported.putIfAbsent(finding.fingerprint(), scope.name);
    if (first != null && !first.equals(scope.name)) {
      leak.put("reportedBy", first);
    }
    return leak;
  }

  private boolean isAllowed(int tally, TestScopes.Ending ending) throws IOException {
    if (ending.allowed().isEmpty()) {
      return false;
    }
    OwnRecords.Counted counted = records.counted(tally);
    return isAllowed(counted.type(), records.stack(counted.stackId()), ending);
  }

  /** Whether a test may fail because a finding grows with each cycle. */
  boolean mayGrow(Finding finding, TestScopes.Ending ending) {
    return mayFailATest(finding) && !isAllowed(finding, ending);
  }

  private boolean isAllowed(Finding finding, TestScopes.Ending ending) {
    return isAllowed(finding.type(), finding.opening().frames(), ending);
  }

  private boolean isAllowed(TypeEntry type, List<Frame> frames, TestScopes.Ending ending) {
    boolean isAllowed = false;
    for (String allowed : ending.allowed()) {
      String name = allowed.substring(allowed.indexOf('=') + 1);
      boolean fits =
          allowed.startsWith("type=")
              ? name.equals(type.name()) || isNamed(type.className(), name)
              : frames.stream()
                  .anyMatch(frame -> isNamed(frame.className() + "." + frame.method(), name));
      if (fits) {
        used.add(allowed);
        isAllowed = true;
      }
    }
    return isAllowed;
  }

  /**
   * Whether a fully qualified name matches a given name, which may omit the package and outer
   * classes.
   */
  private static boolean isNamed(String full, String name) {
    String dotted = full.replace('$', '.');
    String dottedName = name.replace('$', '.');
    return dotted.equals(dottedName) || dotted.endsWith("." + dottedName);
  }

  private static StackTraceElement[] frames(List<Frame> frames) {
    return frames.stream()
        .map(
            frame ->
                new StackTraceElement(
                    frame.className(), frame.method(), frame.file(), frame.line()))
        .toArray(StackTraceElement[]::new);
  }
}
