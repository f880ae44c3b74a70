package io.ttalloc.top;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the user has chosen to see. Immutable.
 *
 * @param panel the part of the screen that receives the keys
 * @param scroll the number of lines by which a finding, or the help, is scrolled down
 * @param prompt the name of a mark as typed so far; null if the user is not typing one
 * @param message the response to the last key, or the latest change of a process; empty for none
 */
public record TopView(
    Panel panel,
    Order order,
    Selection selection,
    int scroll,
    boolean paused,
    @Nullable String prompt,
    String message) {

  /** The parts of the screen. */
  public enum Panel {
    PROCESSES,
    SITES,
    /** No part of the screen receives keys, because the terminal has none. */
    NONE,
    /** A finding with its stacks, in place of the lists. */
    FINDING,
    HELP
  }

  /** The sort orders of the two lists. */
  record Order(ProcessOrder processes, SiteOrder sites, boolean reversed) {
    /**
     * Returns the order that sorts a panel's list by the column that is {@code columns} columns
     * further to the right; for panels without a list, returns this order.
     */
    Order moved(Panel panel, int columns) {
      return switch (panel) {
        case PROCESSES -> new Order(processes.next(columns), sites, false);
        case SITES -> new Order(processes, sites.next(columns), false);
        case FINDING, HELP, NONE -> this;
      };
    }

    Order turned() {
      return new Order(processes, sites, !reversed);
    }
  }

  /**
   * The selections in the two lists.
   *
   * @param process the ledger of the selected process; null for the first process
   * @param picked the ledger of the process whose sites are shown; null for the sites of all
   *     processes
   * @param site the selected site; null for the first site
   */
  record Selection(@Nullable Path process, @Nullable Path picked, SiteRow.@Nullable Id site) {
    boolean shows(Path ledger) {
      return picked == null || picked.equals(ledger);
    }
  }

  /** The initial view: all processes, in the order of {@code ps}. */
  public static final TopView FIRST =
      new TopView(
          Panel.PROCESSES,
          new Order(ProcessOrder.LEAKS, SiteOrder.VERDICT, false),
          new Selection(null, null, null),
          0,
          false,
          null,
          "");

  /** The initial view for a terminal without keys. */
  public static final TopView WITHOUT_KEYS = FIRST.on(Panel.NONE);

  /** Returns this view with another part receiving the keys. */
  TopView on(Panel other) {
    return new TopView(other, order, selection, 0, paused, null, message);
  }

  TopView ordered(Order other) {
    return new TopView(panel, other, selection, 0, paused, null, message);
  }

  TopView selecting(@Nullable Path process) {
    return with(new Selection(process, selection.picked, selection.site));
  }

  TopView picking(@Nullable Path process) {
    return with(new Selection(selection.process, process, null));
  }

  TopView selecting(SiteRow.@Nullable Id row) {
    return with(new Selection(selection.process, selection.picked, row));
  }

  private TopView with(Selection other) {
    return new TopView(panel, order, other, scroll, paused, prompt, message);
  }

  TopView scrolledTo(int line) {
    return new TopView(panel, order, selection, line, paused, prompt, message);
  }

  TopView pausing(boolean nowPaused) {
    return new TopView(panel, order, selection, scroll, nowPaused, prompt, message);
  }

  TopView asking(@Nullable String typed) {
    return new TopView(panel, order, selection, scroll, paused, typed, message);
  }

  /** Returns this view with another message. */
  public TopView saying(String sentence) {
    return new TopView(panel, order, selection, scroll, paused, prompt, sentence);
  }
}
