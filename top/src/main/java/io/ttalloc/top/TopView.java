package io.ttalloc.top;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a person has chosen to see. Immutable.
 *
 * @param panel which part of the screen the keys work on
 * @param selected the ledger of the selected process; null for the first one
 * @param picked the ledger of the process whose sites are shown; null for those of all
 * @param site the selected site; null for the first one
 * @param scroll how many lines of a finding, or of the help, are above the screen
 * @param prompt the name of a mark as far as it has been typed; null if none is asked for
 * @param message the answer to the last key, or what has just happened; empty for none
 */
public record TopView(
    Panel panel,
    ProcessOrder processOrder,
    SiteOrder siteOrder,
    boolean reversed,
    @Nullable Path selected,
    @Nullable Path picked,
    SiteRow.@Nullable Id site,
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
    /** One finding with its stacks, in place of the lists. */
    FINDING,
    HELP
  }

  /** What is shown first: all processes, in the order of {@code ps}. */
  public static final TopView FIRST =
      new TopView(
          Panel.PROCESSES,
          ProcessOrder.STATE,
          SiteOrder.VERDICT,
          false,
          null,
          null,
          null,
          0,
          false,
          null,
          "");

  /** The same for somebody who has no keys. */
  public static final TopView WITHOUT_KEYS = FIRST.on(Panel.NONE);

  /** The same with the keys on another part. */
  TopView on(Panel other) {
    return new TopView(
        other, processOrder, siteOrder, reversed, selected, picked, site, 0, paused, null, message);
  }

  TopView ordered(ProcessOrder processes, SiteOrder sites, boolean nowReversed) {
    return new TopView(
        panel, processes, sites, nowReversed, selected, picked, site, 0, paused, null, message);
  }

  TopView selecting(@Nullable Path process) {
    return new TopView(
        panel,
        processOrder,
        siteOrder,
        reversed,
        process,
        picked,
        site,
        scroll,
        paused,
        prompt,
        message);
  }

  TopView picking(@Nullable Path process) {
    return new TopView(
        panel,
        processOrder,
        siteOrder,
        reversed,
        selected,
        process,
        null,
        scroll,
        paused,
        prompt,
        message);
  }

  TopView selecting(SiteRow.@Nullable Id row) {
    return new TopView(
        panel,
        processOrder,
        siteOrder,
        reversed,
        selected,
        picked,
        row,
        scroll,
        paused,
        prompt,
        message);
  }

  TopView scrolledTo(int line) {
    return new TopView(
        panel,
        processOrder,
        siteOrder,
        reversed,
        selected,
        picked,
        site,
        line,
        paused,
        prompt,
        message);
  }

  TopView pausing(boolean nowPaused) {
    return new TopView(
        panel,
        processOrder,
        siteOrder,
        reversed,
        selected,
        picked,
        site,
        scroll,
        nowPaused,
        prompt,
        message);
  }

  TopView asking(@Nullable String typed) {
    return new TopView(
        panel,
        processOrder,
        siteOrder,
        reversed,
        selected,
        picked,
        site,
        scroll,
        paused,
        typed,
        message);
  }

  /** The same with another sentence at the bottom. */
  public TopView saying(String sentence) {
    return new TopView(
        panel,
        processOrder,
        siteOrder,
        reversed,
        selected,
        picked,
        site,
        scroll,
        paused,
        prompt,
        sentence);
  }
}
