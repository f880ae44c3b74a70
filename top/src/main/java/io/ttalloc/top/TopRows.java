package io.ttalloc.top;

import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ReportDigest;
import io.ttalloc.watch.SiteUse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of both lists, sorted and filtered. */
record TopRows(List<ProcessView> processes, List<SiteRow> sites, TopView view) {

  static TopRows of(MachineState state, TopView view) {
    List<ProcessView> processes = new ArrayList<>(state.processes());
    sort(processes, view.order().processes().comparator(), view.order().reversed());
    List<SiteRow> sites = new ArrayList<>();
    for (ProcessView process : state.processes()) {
      if (view.selection().shows(process.ledger())) {
        add(process, sites);
      }
    }
    sort(sites, view.order().sites().comparator(), view.order().reversed());
    return new TopRows(processes, sites, view);
  }

  /**
   * Sorts the rows. If {@code reversed}, reverses the whole list, so equal rows are reversed as
   * well.
   */
  private static <T> void sort(List<T> rows, Comparator<T> order, boolean reversed) {
    rows.sort(order);
    if (reversed) {
      Collections.reverse(rows);
    }
  }

  private static void add(ProcessView process, List<SiteRow> sites) {
    ReportDigest digest = process.digest();
    if (digest == null) {
      return;
    }
    Map<SiteRow.Id, Integer> seen = new HashMap<>();
    for (SiteUse site : digest.sites()) {
      SiteRow first = SiteRow.of(process, site, 0);
      int ordinal = seen.merge(first.id(), 1, Integer::sum) - 1;
      sites.add(ordinal == 0 ? first : SiteRow.of(process, site, ordinal));
    }
  }

  /** The index of the selected process; 0 if it is no longer in the list. */
  int selectedProcess() {
    for (int i = 0; i < processes.size(); i++) {
      if (processes.get(i).ledger().equals(view.selection().process())) {
        return i;
      }
    }
    return 0;
  }

  /** The index of the selected site; 0 if it is no longer in the list. */
  int selectedSite() {
    for (int i = 0; i < sites.size(); i++) {
      if (sites.get(i).id().equals(view.selection().site())) {
        return i;
      }
    }
    return 0;
  }

  /** The process to which keys apply; null if there is none. */
  @Nullable ProcessView process() {
    if (view.panel() != TopView.Panel.PROCESSES) {
      for (ProcessView process : processes) {
        if (process.ledger().equals(view.selection().picked())) {
          return process;
        }
      }
      if (!sites.isEmpty()) {
        return sites.get(selectedSite()).process();
      }
    }
    return processes.isEmpty() ? null : processes.get(selectedProcess());
  }

  /** The finding whose panel is open; null if it no longer exists. */
  @Nullable SiteRow finding() {
    return sites.stream()
        .filter(row -> row.id().equals(view.selection().site()))
        .findFirst()
        .orElse(null);
  }
}
