package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.Reports.fix;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.facts.DumpTime;
import io.ttalloc.analysis.finding.Confidence;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.HeldResource.State;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.PathRoot;
import io.ttalloc.heap.report.Reach;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.GuardRecord;
import io.ttalloc.ledger.record.MethodRecord;
import io.ttalloc.ledger.record.OriginRecord;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests verdicts on resources to which running code refers according to a heap dump. */
class InUseByHeapTest {
  private static final TypeEntry TYPE = type("connection", "com.acme.Connection");
  private static final List<Frame> OPENED =
      stack("com.acme.Connection.<init>:3", "com.acme.Cluster.connect:20", "com.acme.Main.run:40");
  private static final String FRAME = "com.acme.Main.run(Main.java:44)";
  private static final PathRoot LOCAL =
      new PathRoot(PathRoot.Kind.JAVA_LOCAL, "", "", "main", FRAME);
  private static final PathRoot WORKER = new PathRoot(PathRoot.Kind.THREAD, "", "", "worker-1", "");
  private static final PathLink FIELD =
      new PathLink(PathLink.Kind.FIELD, "com.acme.Session", "conn");
  private static final PathLink IN_LIST =
      new PathLink(PathLink.Kind.ELEMENT, "java.util.ArrayList", "0");

  private final LedgerBuilder ledger = ledger();
  private final OpenedResource resource = ledger.open(TYPE, OPENED);

  /** Creates what the heap dump says about each resource. */
  private interface InDump {
    HeldResource of(SlotEntry slot);
  }

  private static HeldResource held(
      SlotEntry slot, State state, PathRoot root, boolean lasts, PathLink... links) {
    return new HeldResource(
        slot.id().index(),
        slot.tally().id(),
        state,
        1,
        "com.acme.Connection",
        24,
        root.equals(LOCAL) ? Reach.FRAMES : Reach.STRUCTURE,
        new ReferencePath(root, List.of(links)),
        lasts,
        null);
  }

  private List<Finding> findings(InDump inDump) {
    return findings(ledger, inDump);
  }

  private static List<Finding> findings(LedgerBuilder of, InDump inDump) {
    HeapReport heap =
        of.read(
            image -> {
              List<HeldResource> resources = new ArrayList<>();
              assertThat(image.forEachSlot(slot -> resources.add(inDump.of(slot)))).isEmpty();
              return new HeapReport(0, 0, 10, resources);
            });
    return Reports.of(of, AnalysisOptions.defaults().holding(heap, DumpTime.OF_READING)).findings();
  }

  private Finding finding(InDump inDump) {
    List<Finding> findings = findings(inDump);
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }

  /**
   * Returns the finding about a resource in a list to which only a variable of a running method
   * refers.
   */
  private Finding inList() {
    return finding(slot -> held(slot, State.OPEN, LOCAL, false, IN_LIST));
  }

  /** Adds a thread in which Main.run, which opened the resource at line 40, is at line 44. */
  private LedgerBuilder running() {
    return ledger.running("main", stack("com.acme.Main.run:44"));
  }

  private void guard(String type, int flags) {
    ledger.guard("com.acme.Main.run:44", type, flags);
  }

  @Test
  void whatACleanupWouldCloseInALoopIsInUseThroughACollection() {
    running();
    guard("java.util.List", 0);
    guard("com.acme.Connection#40", GuardRecord.EACH | GuardRecord.OF_CLASS);

    Finding inUse = inList();

    assertThat(inUse.verdict()).isEqualTo(Verdicts.IN_USE);
    assertThat(inUse.confidence()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(why(inUse))
        .containsExactly(
            "it is only in collections that running calls use",
            "a guess: Main.run(Main.java:44) is inside a try statement and may close it");
  }

  /**
   * The resource was opened far below the call that would close it, and none of the calls in
   * between refers to it any more.
   */
  @Test
  void soIsWhatACallFurtherBelowHasOpened() {
    ledger.running("main", stack("com.acme.Main.main:7"));
    ledger.guard("com.acme.Main.main:7", "java.util.List", 0);
    ledger.guard(
        "com.acme.Main.main:7", "com.acme.Connection#7", GuardRecord.EACH | GuardRecord.OF_CLASS);
    ledger.open(
        TYPE,
        stack(
            "com.acme.Connection.<init>:3",
            "com.acme.Cluster.connect:20",
            "com.acme.Shop.serve:9",
            "com.acme.Main.main:7"));

    assertThat(findings(slot -> held(slot, State.OPEN, LOCAL, false, IN_LIST)))
        .extracting(finding -> finding.opening().frames().size() + " " + finding.verdict())
        .containsExactlyInAnyOrder("4 IN_USE", "3 LEFT_OPEN");
  }

  @Test
  void aCallOfAnotherThreadMayHaveBeenHandedAll() {
    ledger.running("consumer", stack("com.acme.Main.run:44"));
    guard("java.util.List", 0);
    guard("com.acme.Connection#41", GuardRecord.EACH | GuardRecord.OF_CLASS);
    PathRoot elsewhere = new PathRoot(PathRoot.Kind.JAVA_LOCAL, "", "", "consumer", FRAME);

    assertThat(finding(slot -> held(slot, State.OPEN, elsewhere, false, IN_LIST)).verdict())
        .isEqualTo(Verdicts.IN_USE);
    assertThat(inList().verdict()).isEqualTo(Verdicts.LEFT_OPEN);
  }

  @Test
  void aListOfAFrameThatWouldNotCloseItIsLeftOpen() {
    running();
    assertThat(inList().confidence()).isEqualTo(Confidence.Level.HIGH);
    ledger.guard("com.acme.Main.run:45", "java.util.List", 0);
    guard("java.util.concurrent.locks.Lock", 0);
    guard("com.acme.Connection#41", GuardRecord.EACH | GuardRecord.OF_CLASS);

    Finding leftOpen = inList();

    assertThat(leftOpen.verdict()).isEqualTo(Verdicts.LEFT_OPEN);
    assertThat(leftOpen.confidence()).isEqualTo(Confidence.Level.HIGH);
  }

  @Test
  void oneWithoutALoopIsLeftOpenAsAGuess() {
    running();
    guard("com.acme.Server", GuardRecord.OF_CLASS);

    Finding leftOpen = inList();

    assertThat(leftOpen.verdict()).isEqualTo(Verdicts.LEFT_OPEN);
    assertThat(leftOpen.confidence()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(why(leftOpen))
        .contains(
            "a guess: Main.run(Main.java:44) is inside a try statement and may close older"
                + " resources as well as the newest");
  }

  /** An executor that is never shut down has idle threads that wait for work. */
  @Test
  void whatOnlyItsOwnThreadsReferToIsLeftOpenUnlessACallMayCloseIt() {
    InDump idle = slot -> held(slot, State.OPEN, WORKER, false);
    assertThat(finding(idle).verdict()).isEqualTo(Verdicts.LEFT_OPEN);
    running();
    guard("com.acme.Connection", GuardRecord.OF_CLASS);
    assertThat(finding(idle).verdict()).isEqualTo(Verdicts.IN_USE);
  }

  @Test
  void whatOnlyCallsReferToDirectlyIsUndecidedUnlessOneMayCloseIt() {
    InDump direct = slot -> held(slot, State.OPEN, LOCAL, false, FIELD);
    running();

    Finding undecided = finding(direct);
    assertThat(undecided.verdict()).isEqualTo(Verdicts.UNDECIDED);
    assertThat(undecided.confidence()).isEqualTo(Confidence.Level.LOW);
    assertThat(why(undecided))
        .containsExactly(
            "undecided: only running calls refer to it, and no running call is inside a try"
                + " statement that closes it",
            "to find out, let these calls return before the process ends, or close it in a try statement");

    guard("com.acme.Session", GuardRecord.OF_CLASS);
    Finding inUse = finding(direct);
    assertThat(inUse.verdict()).isEqualTo(Verdicts.IN_USE);
    assertThat(inUse.confidence()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(why(inUse))
        .containsExactly(
            "only running calls refer to it",
            "a guess: Main.run(Main.java:44) is inside a try statement and may close it");
  }

  @Test
  void whatLastsIsLeftOpenThoughRunningCodeRefersToIt() {
    running();
    guard("com.acme.Connection", GuardRecord.OF_CLASS);
    assertThat(finding(slot -> held(slot, State.OPEN, WORKER, false, FIELD)).verdict())
        .isEqualTo(Verdicts.IN_USE);
    assertThat(finding(slot -> held(slot, State.OPEN, WORKER, true, FIELD)).verdict())
        .isEqualTo(Verdicts.LEFT_OPEN);
  }

  @Test
  void aCloseThatRunsMakesItOneInUseWhateverRefersToIt() {
    resource.closing();

    Finding inUse = finding(slot -> held(slot, State.CLOSING, WORKER, true, IN_LIST));

    assertThat(inUse.verdict()).isEqualTo(Verdicts.IN_USE);
    assertThat(why(inUse)).containsExactly("its close was running when the process ended");
  }

  @Test
  void whatAnOwnerInUseFreesIsInUseWithIt() {
    TypeEntry frees = new TypeEntry("arena", "com.acme.Arena", false, true, true, true);
    TypeEntry keeps = new TypeEntry("session", "com.acme.Session", false, true, true, false);
    OpenedResource arena = ledger.open(frees, OPENED);
    resource.owner(arena);
    ledger.open(type("file", "com.acme.File"), OPENED).owner(ledger.open(keeps, OPENED));

    List<Finding> findings =
        findings(
            slot ->
                slot.tally().type().owner()
                    ? held(slot, State.OPEN, LOCAL, false, FIELD)
                    : held(slot, State.OPEN, LOCAL, false, IN_LIST));

    assertThat(findings)
        .extracting(finding -> finding.verdict() + " " + finding.type().name())
        .containsExactlyInAnyOrder(
            "UNDECIDED arena", "UNDECIDED session", "UNDECIDED connection", "LEFT_OPEN file");
    assertThat(findings)
        .filteredOn(finding -> finding.type().name().equals("connection"))
        .flatExtracting(Reports::why)
        .containsExactly(
            "undecided: its owner is in use, and closing the owner frees it, and no running call"
                + " is inside a try statement that closes it",
            "to find out, let these calls return before the process ends, or close it in a try statement");
  }

  private static final PathRoot DAEMON =
      new PathRoot(PathRoot.Kind.THREAD, "", "", "reader", "", true);
  private static final PathLink BY_OPENER =
      new PathLink(PathLink.Kind.FIELD, "com.acme.Cluster", "connection");
  private static final PathLink QUEUED =
      new PathLink(PathLink.Kind.QUEUED, "java.util.concurrent.ThreadPoolExecutor", "0");
  private static final PathLink IN_QUEUE =
      new PathLink(PathLink.Kind.ELEMENT, "java.util.concurrent.LinkedBlockingQueue", "0");

  @Test
  void aThreadThatServesItDoesNotUseIt() {
    assertThat(finding(slot -> held(slot, State.OPEN, WORKER, false, FIELD)).verdict())
        .isEqualTo(Verdicts.UNDECIDED);
    assertThat(finding(slot -> held(slot, State.OPEN, DAEMON, false, FIELD)).verdict())
        .isEqualTo(Verdicts.LEFT_OPEN);

    ledger.running("reader", stack("com.acme.Main.read:7", "java.lang.Thread.run:840"));
    assertThat(why(finding(slot -> held(slot, State.OPEN, DAEMON, false, FIELD))))
        .contains(
            "only the task of a daemon thread refers to it, and the JVM exits without waiting for daemon threads");

    Finding ofOpener = finding(slot -> held(slot, State.OPEN, WORKER, false, BY_OPENER));
    assertThat(ofOpener.verdict()).isEqualTo(Verdicts.LEFT_OPEN);
    assertThat(why(ofOpener))
        .contains(
            "only its own worker threads refer to it, and they run until it is closed: nothing else uses it");
  }

  @Test
  void aThreadOnWhichNoCodeOfTheApplicationRunsDoesNotUseIt() {
    ledger.running("worker-1", stack("sun.nio.ch.EPoll.wait:1", "java.lang.Thread.run:840"));
    assertThat(finding(slot -> held(slot, State.OPEN, WORKER, false, FIELD)).verdict())
        .isEqualTo(Verdicts.LEFT_OPEN);
  }

  /**
   * Threads that follow files and that the program never stops: each would close its file when its
   * loop ends.
   */
  @Test
  void severalThatTasksOfALibraryWouldCloseAtTheirEndAreUndecided() {
    LedgerBuilder followed =
        ledger()
            .origin("com.acme", OriginRecord.OF_PACKAGE | OriginRecord.APPLICATION)
            .origin("org.lib", OriginRecord.OF_PACKAGE | OriginRecord.LIBRARY);
    List<Frame> opened =
        stack("org.lib.Connection.<init>:3", "org.lib.Tailer.run:9", "java.lang.Thread.run:840");
    followed.open(type("connection", "org.lib.Connection"), opened).thread("worker-1");
    for (int i = 0; i < 2; i++) {
      followed.running("worker-1", stack("org.lib.Tailer.run:12", "java.lang.Thread.run:840"));
    }
    followed.guard("org.lib.Tailer.run:12", "org.lib.Connection#9", GuardRecord.OF_CLASS);
    PathRoot local =
        new PathRoot(
            PathRoot.Kind.JAVA_LOCAL, "", "", "worker-1", "org.lib.Tailer.run(Tailer.java:12)");
    InDump inDump = slot -> held(slot, State.OPEN, local, false);
    assertThat(findings(followed, inDump))
        .extracting(Finding::verdict)
        .containsExactly(Verdicts.IN_USE);

    followed.open(type("connection", "org.lib.Connection"), opened).thread("worker-1");

    assertThat(findings(followed, inDump))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Verdicts.UNDECIDED);
              assertThat(why(finding))
                  .containsExactly(
                      "undecided: only its own threads and running calls refer to it, and"
                          + " it is closed only when Tailer.run ends");
              assertThat(fix(finding))
                  .isEqualTo(
                      "close the client from org.lib that opened it on a thread of its own, at"
                          + " Tailer.run(Tailer.java:9)");
            });

    followed
        .open(
            type("executor", "java.util.concurrent.ThreadPoolExecutor"),
            stack(
                "java.util.concurrent.ThreadPoolExecutor.<init>:1312",
                "org.lib.Tailer$Builder.<init>:189",
                "com.acme.Main.follow:40"))
        .closed();

    assertThat(findings(followed, inDump))
        .singleElement()
        .satisfies(
            finding ->
                assertThat(fix(finding))
                    .isEqualTo(
                        "close the Tailer that Main.follow(Main.java:40) created, which opened it on a"
                            + " thread of its own, at Tailer.run(Tailer.java:9)"));
  }

  /** A client that connects and reads on its own threads. */
  @Test
  void whatALibraryOpenedAndKeepsOnItsThreadsIsClosedByItsClient() {
    LedgerBuilder client =
        ledger()
            .origin("com.acme", OriginRecord.OF_PACKAGE | OriginRecord.APPLICATION)
            .origin("org.lib", OriginRecord.OF_PACKAGE | OriginRecord.LIBRARY)
            .method(
                new MethodRecord(
                    "org.lib.Net",
                    "start",
                    null,
                    "net.jar",
                    true,
                    false,
                    true,
                    false,
                    "stop",
                    false))
            .running("reader", stack("org.lib.Reader.run:12", "java.lang.Thread.run:840"));
    client
        .open(
            type("connection", "org.lib.Connection"),
            stack(
                "org.lib.Connection.<init>:3",
                "org.lib.Net.start:74",
                "org.lib.Connecting.run:9",
                "java.lang.Thread.run:840"))
        .thread("connecting");
    PathLink ofReader = new PathLink(PathLink.Kind.FIELD, "org.lib.Reader", "connection");
    PathRoot statically =
        new PathRoot(PathRoot.Kind.STATIC_FIELD, "com.acme.Main", "client", "", "");

    assertThat(findings(client, slot -> held(slot, State.OPEN, DAEMON, false, ofReader)))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Verdicts.LEFT_OPEN);
              assertThat(fix(finding))
                  .isEqualTo(
                      "close the client from net.jar that opened it on a thread of its own, at"
                          + " Net.start(Net.java:74)");
            });
    assertThat(findings(client, slot -> held(slot, State.OPEN, statically, true, ofReader)))
        .singleElement()
        .satisfies(
            finding ->
                assertThat(fix(finding))
                    .startsWith(
                        "call close() on the Connection that Net.start(Net.java:74) opened"));
  }

  @Test
  void whatWaitsInTheQueueOfAnExecutorThatRunsIsInUse() {
    InDump queued = slot -> held(slot, State.OPEN, WORKER, true, QUEUED);
    assertThat(finding(queued).verdict()).isEqualTo(Verdicts.LEFT_OPEN);

    ledger.running(
        "worker-1",
        stack(
            "com.acme.Main.work:9",
            "java.util.concurrent.ThreadPoolExecutor.runWorker:1136",
            "java.lang.Thread.run:840"));

    Finding inUse = finding(queued);
    assertThat(inUse.verdict()).isEqualTo(Verdicts.IN_USE);
    assertThat(inUse.confidence()).isEqualTo(Confidence.Level.HIGH);
    assertThat(why(inUse))
        .containsExactly(
            "it is queued or being processed by an executor or consumer that is still running");
    PathLink repeated =
        new PathLink(PathLink.Kind.REPEATED, "java.util.concurrent.ThreadPoolExecutor", "0");
    assertThat(finding(slot -> held(slot, State.OPEN, WORKER, true, repeated)).verdict())
        .as("kept by a job that runs again and again")
        .isEqualTo(Verdicts.LEFT_OPEN);
    assertThat(finding(slot -> held(slot, State.OPEN, WORKER, true, QUEUED, BY_OPENER)).verdict())
        .as("the executor's task is the client itself")
        .isEqualTo(Verdicts.LEFT_OPEN);
  }

  @Test
  void whatATaskHasIsInUseIfSuchTasksHaveClosedOthers() {
    InDump given = slot -> held(slot, State.OPEN, WORKER, false, FIELD);
    running();
    ledger.running(
        "worker-1",
        stack(
            "com.acme.Main.work:9",
            "java.util.concurrent.ThreadPoolExecutor.runWorker:1136",
            "java.lang.Thread.run:840"));

    assertThat(finding(given).verdict())
        .as("a task that may read for ever")
        .isEqualTo(Verdicts.UNDECIDED);

    ledger.open(TYPE, OPENED).closed();

    assertThat(finding(given).verdict()).isEqualTo(Verdicts.IN_USE);
  }

  @Test
  void aQueueWithAConsumerThatStillRunsIsNoList() {
    InDump inQueue = slot -> held(slot, State.OPEN, WORKER, true, IN_QUEUE);
    ledger.running("worker-1", stack("com.acme.Main.consume:61", "java.lang.Thread.run:840"));
    assertThat(finding(inQueue).verdict()).isEqualTo(Verdicts.LEFT_OPEN);

    ledger.open(TYPE, OPENED).closed();
    ledger.closeSite(
        TYPE,
        OPENED,
        stack(
            "com.acme.Connection.close:8", "com.acme.Main.consume:63", "java.lang.Thread.run:840"),
        1);

    assertThat(finding(inQueue).verdict()).isEqualTo(Verdicts.IN_USE);
  }

  @Test
  void severalThatOneThreadHasAreLeftOpenAndSoIsTheLastOfManyForgotten() {
    running();
    ledger.open(TYPE, OPENED);
    assertThat(finding(slot -> held(slot, State.OPEN, LOCAL, false, FIELD)).verdict())
        .isEqualTo(Verdicts.LEFT_OPEN);
  }

  @Test
  void theLastOneIsALeakLikeThoseThatWereCollectedBefore() {
    running();
    ledger.open(TYPE, OPENED).collected();

    assertThat(findings(slot -> held(slot, State.OPEN, LOCAL, false, FIELD)))
        .extracting(Finding::verdict)
        .containsExactlyInAnyOrder(Verdicts.LOST, Verdicts.LEFT_OPEN);
  }
}
