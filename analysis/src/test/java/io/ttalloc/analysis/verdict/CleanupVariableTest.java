package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.ledger.GuardLayout.GUARD_OF_CLASS;
import static io.ttalloc.ledger.GuardLayout.GUARD_USED;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which variable of a frame a cleanup uses, if a heap dump has an object that several may have. */
class CleanupVariableTest {
  private static final String FRAME = "com.acme.Main.run(Main.java:44)";
  private static final PathRoot LOCAL =
      new PathRoot(PathRoot.Kind.JAVA_LOCAL, "", "", "main", FRAME);
  private static final PathLink IN_LIST =
      new PathLink(PathLink.Kind.ELEMENT, "java.util.ArrayList", "0");
  private static final PathLink FIELD =
      new PathLink(PathLink.Kind.FIELD, "com.acme.Server", "current");
  private static final ObjectTypes LIST =
      new ObjectTypes(List.of("java.util.ArrayList", "java.util.List"), true);
  private static final ObjectTypes SERVER =
      new ObjectTypes(List.of("com.acme.Server", "java.lang.AutoCloseable"), true);

  private final LedgerBuilder ledger = ledger();

  private void guard(String type, int flags) {
    ledger.guard("com.acme.Main.run:44", type, flags);
  }

  /** The finding of a resource to which a variable of the frame refers by a link. */
  private Finding finding(PathLink link, ObjectTypes types) {
    ledger.open(
        type("connection", "com.acme.Connection"),
        stack(
            "com.acme.Connection.<init>:3", "com.acme.Cluster.connect:20", "com.acme.Main.run:4"));
    HeapReport heap =
        ledger.read(
            image -> {
              List<HeldResource> resources = new ArrayList<>();
              assertThat(
                      image.forEachSlot(
                          slot -> resources.add(held(slot.index(), slot.tally().id(), link))))
                  .isEmpty();
              return new HeapReport(
                  0, 0, 10, resources, List.of(new FrameVariable("main", FRAME, types, "")));
            });
    List<Finding> findings =
        Reports.of(ledger, AnalysisOptions.defaults().holding(heap)).findings();
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }

  private static HeldResource held(int slot, int tally, PathLink link) {
    return new HeldResource(
        slot,
        tally,
        State.OPEN,
        1,
        "com.acme.Connection",
        24,
        Reach.FRAMES,
        new ReferencePath(LOCAL, List.of(link)),
        false,
        List.of(0),
        null);
  }

  @Test
  void anObjectThatIsNotOfTheInterfaceIsNotTheOneThatIsUsed() {
    guard("com.acme.Closing", GUARD_USED);

    Finding leftOpen = finding(IN_LIST, LIST);

    assertThat(leftOpen.verdict()).isEqualTo(Verdicts.LEFT_OPEN);
    assertThat(leftOpen.confidence()).isEqualTo(Confidence.Level.HIGH);
  }

  @Test
  void anObjectOfUnknownInterfacesMayBeTheOneThatIsUsed() {
    guard("com.acme.Closing", GUARD_USED);

    Finding inUse = finding(IN_LIST, new ObjectTypes(List.of("com.acme.Made"), false));

    assertThat(inUse.verdict()).isEqualTo(Verdicts.IN_USE);
    assertThat(inUse.confidence()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(inUse.why())
        .containsExactly(
            "Main.run(Main.java:44) stands inside a try statement and refers to it",
            "a guess: the cleanup of Main.run(Main.java:44) uses a variable that may be the one"
                + " which refers to it");
  }

  @Test
  void whichOfTwoListsACleanupUsesIsAGuess() {
    guard("java.util.List", GUARD_USED);
    guard("java.util.List", 0);

    Finding inUse = finding(IN_LIST, LIST);

    assertThat(inUse.verdict()).isEqualTo(Verdicts.IN_USE);
    assertThat(inUse.confidence()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(inUse.why().get(1))
        .isEqualTo(
            "a guess: the cleanup of Main.run(Main.java:44) uses 1 of the 2 variables that may be"
                + " the one which refers to it, and a heap dump does not name them");
  }

  @Test
  void aListOfItsOwnClassIsHardlyTheOneThatIsUsed() {
    guard("java.util.List", GUARD_USED);
    guard("java.util.ArrayList", GUARD_OF_CLASS);

    Finding leftOpen = finding(IN_LIST, LIST);

    assertThat(leftOpen.verdict()).isEqualTo(Verdicts.LEFT_OPEN);
    assertThat(leftOpen.confidence()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(leftOpen.why().get(1)).startsWith("a guess: the cleanup of Main.run(Main.java:44)");
  }

  /** The guess is about the collection only. */
  @Test
  void whatAVariableRefersToDirectlyIsNoGuess() {
    guard("java.lang.AutoCloseable", GUARD_USED);
    guard("java.lang.AutoCloseable", 0);

    Finding inUse = finding(FIELD, SERVER);

    assertThat(inUse.verdict()).isEqualTo(Verdicts.IN_USE);
    assertThat(inUse.confidence()).isEqualTo(Confidence.Level.HIGH);
  }
}
