package io.ttalloc.analysis;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.facts.DumpTime;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.PathRoot;
import io.ttalloc.heap.report.Reach;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Creates reports on resources that have reference paths, as if from a heap dump. */
public final class KeptResources {
  /** The heap bytes that each resource retains. */
  public static final long OWN_BYTES = 24;

  private static final PathRoot ALL =
      new PathRoot(PathRoot.Kind.STATIC_FIELD, "com.acme.Registry", "ALL", "", "");

  private KeptResources() {}

  /** Returns a path through a list: {@code static Registry.ALL -> ArrayList[3]}. */
  public static ReferencePath inList(int index) {
    return new ReferencePath(
        ALL,
        List.of(new PathLink(PathLink.Kind.ELEMENT, "java.util.ArrayList", String.valueOf(index))));
  }

  /** Returns the report on resources of one type and stack, one for each path. */
  public static Report report(TypeEntry type, List<Frame> opened, ReferencePath... paths) {
    return report(ledger(), type, opened, paths);
  }

  /** Adds resources to a ledger, one for each path, and returns the report on the ledger. */
  public static Report report(
      LedgerBuilder ledger, TypeEntry type, List<Frame> opened, ReferencePath... paths) {
    for (int i = 0; i < paths.length; i++) {
      ledger.open(type, opened);
    }
    return reportOn(ledger, type, paths);
  }

  /**
   * Returns the report on a ledger. The first path keeps the ledger's first resource of the type
   * reachable, the second path the second resource, and so on.
   */
  public static Report reportOn(LedgerBuilder ledger, TypeEntry type, ReferencePath... paths) {
    HeapReport heap = ledger.read(image -> dump(image, type, paths));
    return Reports.of(ledger, AnalysisOptions.defaults().holding(heap, DumpTime.OF_READING));
  }

  /** Returns what a heap dump at exit would show of the resources, in the order of their slots. */
  private static HeapReport dump(LedgerImage image, TypeEntry type, ReferencePath... paths)
      throws IOException {
    List<SlotEntry> slots = new ArrayList<>();
    assertThat(image.forEachSlot(slots::add)).isEmpty();
    slots.removeIf(
        slot -> !slot.tally().type().equals(type) || slot.state() == SlotState.COLLECTED);
    List<HeldResource> held = new ArrayList<>();
    for (int i = 0; i < paths.length; i++) {
      held.add(
          new HeldResource(
              slots.get(i).id().index(),
              slots.get(i).tally().id(),
              HeldResource.State.OPEN,
              i,
              slots.get(i).tally().type().className(),
              OWN_BYTES,
              Reach.STRUCTURE,
              paths[i],
              false,
              null));
    }
    return new HeapReport(0, 0, 10, held);
  }
}
