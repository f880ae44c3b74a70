package io.ttalloc.viewer;

import io.ttalloc.text.Numbers;
import io.ttalloc.text.VisibleText;
import io.ttalloc.viewer.history.BufferHistory;
import io.ttalloc.viewer.history.ShownOperations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Describes the buffers that are missing from a report for the viewer. */
final class LeftOut {
  private LeftOut() {}

  /** Returns a sentence for each kind of omission; an empty list if nothing is omitted. */
  static List<String> sentences(BufferHistory history, ShownOperations shown, long maxBuffers) {
    List<String> sentences = new ArrayList<>();
    if (shown.omitted() > 0) {
      sentences.add(
          "%s omitted so that the report has at most %s buffers"
              .formatted(verb(shown.omitted(), "earlier operation"), Numbers.grouped(maxBuffers)));
    }
    if (shown.omittedRows() > 0) {
      sentences.add(
          "%s omitted at the end (the smallest), so that the report has at most %s buffers"
              .formatted(verb(shown.omittedRows(), "open buffer"), Numbers.grouped(maxBuffers)));
    }
    if (shown.hidden() > 0) {
      sentences.add(
          "%s omitted at the end: the viewer shows only the newest buffer at each address"
              .formatted(verb(shown.hidden(), "open buffer")));
    }
    for (Map.Entry<String, Long> space : history.spacesLeftOut().entrySet()) {
      sentences.add(
          "%s omitted: the viewer does not know the space %s"
              .formatted(verb(space.getValue(), "open buffer"), VisibleText.of(space.getKey())));
    }
    if (history.buffers().isEmpty() && history.elsewhere() > 0) {
      sentences.add(
          "%s omitted: the viewer shows only what has an address on a device"
              .formatted(verb(history.elsewhere(), "open resource")));
    }
    if (history.completeSinceNanos() > 0) {
      sentences.add(
          "in the first %s, only buffers that are still open are shown: newer events have overwritten those of that time in the ledger"
              .formatted(Numbers.duration(history.completeSinceNanos())));
    }
    return List.copyOf(sentences);
  }

  private static String verb(long count, String noun) {
    return Numbers.counted(count, noun) + (count == 1 ? " is" : " are");
  }
}
