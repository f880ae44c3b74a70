package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.MisuseEntry;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/**
 * A wrong use of resources, with what a reader needs to correct it.
 *
 * @param entry the record in the ledger
 * @param yourFirst index of the user's own frame in the earlier stack; -1 if there is none
 * @param yourSecond index of the user's own frame in the stack of the misuse; -1 if there is none
 * @param fix what would end it
 */
public record Misuse(MisuseEntry entry, int yourFirst, int yourSecond, String fix) {

  /** All misuse that a ledger records, in its order. */
  public static List<Misuse> of(Facts facts) {
    List<Misuse> all = new ArrayList<>();
    CallSites sites = facts.sites();
    for (MisuseEntry entry : facts.image().misuse()) {
      String ownClass = entry.type().className();
      int first = sites.yourFrame(ownClass, entry.first());
      int second = sites.yourFrame(ownClass, entry.second());
      all.add(new Misuse(entry, first, second, fix(entry, first, second)));
    }
    return List.copyOf(all);
  }

  /** {@code 3 closes of what no rule saw open}. */
  public static String closesOfUnknown(long closes) {
    return Numbers.counted(closes, "close") + " of what no rule saw open";
  }

  /** Which resource: its label, of several the first; empty if it has none. */
  public String label() {
    String label = entry.label();
    return label == null ? "" : label + (entry.moreLabels() ? " and others" : "");
  }

  /** Whether something happened before, with a stack of its own, that makes this wrong. */
  public boolean hasEarlier() {
    return entry.kind() != MisuseKind.CLOSE_OF_UNKNOWN;
  }

  /** What the earlier stack did: {@code closed at}. */
  public String earlier() {
    MisuseKind kind = entry.kind();
    boolean closed = kind == MisuseKind.DOUBLE_CLOSE || kind == MisuseKind.USE_AFTER_CLOSE;
    return closed ? "closed at" : "opened at";
  }

  /** What the misuse was: {@code closed again at}. */
  public String wrong() {
    return switch (entry.kind()) {
      case DOUBLE_CLOSE -> "closed again at";
      case USE_AFTER_CLOSE -> "used at";
      case CLOSE_FAILED -> "close failed at";
      case CLOSED_BY_OTHER -> "closed by other at";
      case CLOSE_OF_UNKNOWN -> "closed at";
    };
  }

  private static String fix(MisuseEntry entry, int yourFirst, int yourSecond) {
    String earlier = at(entry.first(), yourFirst);
    String wrong = at(entry.second(), yourSecond);
    String name = JavaNames.simple(entry.type().className());
    return switch (entry.kind()) {
      case DOUBLE_CLOSE ->
          wrong.equals(earlier)
              ? "close each " + name + " once: what closes it" + wrong + " ran twice"
              : "close each " + name + " once: leave out the close" + wrong;
      case USE_AFTER_CLOSE -> "use the " + name + wrong + " before it is closed" + earlier;
      case CLOSE_FAILED ->
          "find out why the close" + wrong + " threw; the " + name + " is open until one succeeds";
      case CLOSED_BY_OTHER -> "let only the owner of the " + name + " close it";
      case CLOSE_OF_UNKNOWN ->
          "name what opens the "
              + name
              + " in the open clause of its rule, or say unknown-close: ignore there";
    };
  }

  private static String at(List<Frame> stack, int yourFrame) {
    Frame frame = stack.isEmpty() ? null : stack.get(Math.max(0, yourFrame));
    return frame == null ? "" : " at " + JavaNames.shortFrame(frame);
  }
}
