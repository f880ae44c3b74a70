package io.ttalloc.top;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a person has chosen to see. Immutable.
 *
 * @param panel which part of the screen the keys work on
 * @param scroll how many lines of a finding, or of the help, are above the screen
 * @param prompt the name of a mark as far as it has been typed; null if none is asked for
 * @param message the answer to the last key, or what has just happened; empty for none
 */
public record TopView(
    Panel panel,
    Order order,
    Selection selection,
    int scroll,
    boolean paused,
    @Nullable String prompt,
    String message) {

  /** Parts of the screen. */
  public enum Panel {
    PROCESSES,
    SITES,
    /** Nothing is selected, because there are no keys. */
    NONE,
    /** A finding with its stacks, in place of the lists. */
    FINDING,
    HELP
  }

  /** The sort orders of the two lists. */
  record Order(ProcessOrder processes, SiteOrder sites, boolean reversed) {
    /** The list of a panel by the column that is so many to the right; of others the same. */
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
   * What is selected in the two lists.
   *
   * @param process the ledger of the selected process; null for the first one
   * @param picked the ledger of the process whose sites are shown; null for those of all
   * @param site the selected site; null for the first one
   */
  record Selection(@Nullable Path process, @Nullable Path picked, SiteRow.@Nullable Id site) {
    boolean shows(Path ledger) {
      return picked == null || picked.equals(ledger);
    }
  }

  /** The first view: all processes, in the order of {@code ps}. */
  public static final TopView FIRST =
      new TopView(
          Panel.PROCESSES,
          new Order(ProcessOrder.LEAKS, SiteOrder.VERDICT, false),
          new Selection(null, null, null),
          0,
          false,
          null,
          "");

  /** The first view, for a terminal without keys. */
  public static final TopView WITHOUT_KEYS = FIRST.on(Panel.NONE);

  /** The same with the keys on another part. */
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

  /** The same with another sentence at the bottom. */
  public TopView saying(String sentence) {
    return new TopView(panel, order, selection, scroll, paused, prompt, sentence);
  }
}
