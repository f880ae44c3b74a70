package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.ledger.GuardLayout.GUARD_EACH;
import static io.ttalloc.ledger.GuardLayout.GUARD_OF_CLASS;
import static io.ttalloc.ledger.GuardLayout.GUARD_USED;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.finding.Confidence;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.heap.report.FrameVariable;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.HeldResource.State;
import io.ttalloc.heap.report.ObjectTypes;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.PathRoot;
import io.ttalloc.heap.report.Reach;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a heap dump tells of the running code that refers to resources. */
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
  private static final ObjectTypes LIST =
      types("java.util.ArrayList", "java.util.AbstractList").with(List.of("java.util.List"));
  private static final ObjectTypes SERVER =
      types("com.acme.Keeping", "com.acme.Server").with(List.of("java.lang.AutoCloseable"));

  private final LedgerBuilder ledger = ledger();
  private final OpenedResource resource = ledger.open(TYPE, OPENED);

  /** How the dump has each resource. */
  private interface InDump {
    HeldResource of(SlotEntry slot);
  }

  private static HeldResource held(
      SlotEntry slot, State state, PathRoot root, boolean lasts, int variables, PathLink... links) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < variables; i++) {
      numbers.add(i);
    }
    return new HeldResource(
        slot.index(),
        slot.tally().id(),
        state,
        1,
        "com.acme.Connection",
        24,
        root.equals(LOCAL) ? Reach.FRAMES : Reach.STRUCTURE,
        new ReferencePath(root, List.of(links)),
        lasts,
        numbers,
        null);
  }

  private List<Finding> findings(InDump inDump, FrameVariable... variables) {
    HeapReport heap =
        ledger.read(
            image -> {
              List<HeldResource> resources = new ArrayList<>();
              assertThat(image.forEachSlot(slot -> resources.add(inDump.of(slot)))).isEmpty();
              return new HeapReport(0, 0, 10, resources, List.of(variables));
            });
    return Reports.of(ledger, AnalysisOptions.defaults().holding(heap)).findings();
  }

  private Finding finding(InDump inDump, FrameVariable... variables) {
    List<Finding> findings = findings(inDump, variables);
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }

  /** The verdict on a resource in a list, to which a variable refers. */
  private Verdict inListOf(FrameVariable variable) {
    return finding(slot -> held(slot, State.OPEN, LOCAL, false, 1, IN_LIST), variable).verdict();
  }

  private static ObjectTypes types(String... names) {
    return new ObjectTypes(List.of(names), false);
  }

  private static FrameVariable variable(ObjectTypes types, String field) {
    return new FrameVariable("main", FRAME, types, field);
  }

  private void guard(String type, int flags) {
    ledger.guard("com.acme.Main.run:44", type, flags);
  }

  @Test
  void whatACleanupWouldUseIsInUseThroughACollection() {
    guard("java.util.List", GUARD_USED);
    guard("com.acme.Main", GUARD_OF_CLASS);

    Finding inUse =
        finding(slot -> held(slot, State.OPEN, LOCAL, false, 1, IN_LIST), variable(LIST, ""));

    assertThat(inUse.verdict()).isEqualTo(Verdicts.IN_USE);
    assertThat(inUse.confidence()).isEqualTo(Confidence.Level.HIGH);
    assertThat(inUse.why())
        .containsExactly("Main.run(Main.java:44) stands inside a try statement and refers to it");
  }

  @Test
  void aListOfAFrameThatWouldNotCloseItIsLeftOpen() {
    assertThat(inListOf(variable(LIST, ""))).isEqualTo(Verdicts.LEFT_OPEN);
    guard("java.util.List", 0);
    ledger.guard("com.acme.Main.run:45", "java.util.List", GUARD_USED);
    guard("java.util.concurrent.locks.Lock", GUARD_USED);
    guard("com.acme.Server", GUARD_USED | GUARD_OF_CLASS);
    guard("com.acme.Connection[]", GUARD_USED);

    assertThat(inListOf(variable(LIST, ""))).isEqualTo(Verdicts.LEFT_OPEN);
  }

  @Test
  void aVariableOfAnotherClassIsNotTheOneThatIsUsed() {
    guard("java.lang.AutoCloseable", GUARD_USED);
    assertThat(inListOf(variable(SERVER, "retired"))).isEqualTo(Verdicts.IN_USE);

    guard("com.acme.Server", GUARD_OF_CLASS);
    assertThat(inListOf(variable(SERVER, "retired"))).isEqualTo(Verdicts.LEFT_OPEN);

    guard("com.acme.Server", GUARD_USED | GUARD_OF_CLASS);
    assertThat(inListOf(variable(SERVER, "retired"))).isEqualTo(Verdicts.IN_USE);
  }

  @Test
  void aClassThatTheCleanupCallsInALoopIsNoVariable() {
    guard("java.lang.AutoCloseable", GUARD_USED);
    guard("com.acme.Server#1-99", GUARD_EACH | GUARD_OF_CLASS);

    assertThat(inListOf(variable(SERVER, "retired"))).isEqualTo(Verdicts.IN_USE);
  }

  @Test
  void onlyTheFieldThatACleanupReadsIsUsed() {
    guard("com.acme.Server#open", GUARD_USED | GUARD_OF_CLASS);

    assertThat(inListOf(variable(SERVER, "open"))).isEqualTo(Verdicts.IN_USE);
    assertThat(inListOf(variable(SERVER, "retired"))).isEqualTo(Verdicts.LEFT_OPEN);
  }

  @Test
  void aFrameOfTheDumpWithoutALineIsUnknown() {
    guard("java.util.List", GUARD_USED);

    for (String frame : List.of("", "(", ":", "com.acme.Main.run(Unknown Source)", "x:1(y")) {
      assertThat(inListOf(new FrameVariable("main", frame, LIST, "")))
          .isEqualTo(Verdicts.LEFT_OPEN);
    }
  }

  @Test
  void aMethodWithoutLinesMayStandInAnyOfItsTryStatements() {
    ledger.guard("com.acme.Main.run:-1", "java.util.List", GUARD_USED);

    for (String frame :
        List.of("com.acme.Main.run(Unknown Source)", "com.acme.Main.run(Main.java)")) {
      Finding inUse =
          finding(
              slot -> held(slot, State.OPEN, LOCAL, false, 1, IN_LIST),
              new FrameVariable("main", frame, LIST, ""));
      assertThat(inUse.verdict()).isEqualTo(Verdicts.IN_USE);
      assertThat(inUse.confidence()).isEqualTo(Confidence.Level.MEDIUM);
    }
  }

  /** As an executor that nobody shuts down, whose idle threads wait for work. */
  @Test
  void whatOnlyItsOwnThreadsReferToIsLeftOpen() {
    assertThat(finding(slot -> held(slot, State.OPEN, WORKER, false, 0)).verdict())
        .isEqualTo(Verdicts.LEFT_OPEN);
    assertThat(
            finding(
                    slot -> held(slot, State.OPEN, WORKER, false, 1),
                    variable(types("com.acme.Connection"), ""))
                .verdict())
        .isEqualTo(Verdicts.IN_USE);
  }

  @Test
  void directReferencesOfRunningCodeKeepItInUseUnlessItLasts() {
    assertThat(finding(slot -> held(slot, State.OPEN, LOCAL, false, 0, FIELD)).why())
        .containsExactly("only calls that had not returned refer to it");
    assertThat(finding(slot -> held(slot, State.OPEN, WORKER, false, 0, FIELD)).verdict())
        .isEqualTo(Verdicts.IN_USE);
    assertThat(finding(slot -> held(slot, State.OPEN, WORKER, true, 0, FIELD)).verdict())
        .isEqualTo(Verdicts.LEFT_OPEN);
  }

  @Test
  void aCloseThatRunsMakesItOneInUseWhateverRefersToIt() {
    resource.closing();

    Finding inUse = finding(slot -> held(slot, State.CLOSING, WORKER, true, 0, IN_LIST));

    assertThat(inUse.verdict()).isEqualTo(Verdicts.IN_USE);
    assertThat(inUse.why()).containsExactly("its close was running when the process ended");
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
                    ? held(slot, State.OPEN, LOCAL, false, 0, FIELD)
                    : held(slot, State.OPEN, LOCAL, false, 0, IN_LIST));

    assertThat(findings)
        .extracting(finding -> finding.verdict() + " " + finding.type().name())
        .containsExactlyInAnyOrder(
            "IN_USE arena", "IN_USE session", "IN_USE connection", "LEFT_OPEN file");
    assertThat(findings)
        .filteredOn(finding -> finding.type().name().equals("connection"))
        .flatExtracting(Finding::why)
        .containsExactly("its owner is in use, and frees it when it is closed");
  }
}
