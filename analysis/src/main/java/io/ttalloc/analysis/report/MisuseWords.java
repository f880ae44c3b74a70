package io.ttalloc.analysis.report;

import io.ttalloc.analysis.finding.Misuse;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.MisuseEntry;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.SourceNames;
import java.util.List;

/** The phrases for misuses. */
public final class MisuseWords {
  private MisuseWords() {}

  /** Text such as {@code 3 closes of unknown resources}. */
  public static String closesOfUnknown(long closes) {
    return closes == 1
        ? "1 close of an unknown resource"
        : Numbers.grouped(closes) + " closes of unknown resources";
  }

  /**
   * The label of the resource; the first label if the misuse was recorded for several resources,
   * and empty if there is no label.
   */
  public static String label(Misuse misuse) {
    MisuseEntry entry = misuse.entry();
    String label = entry.label();
    return label == null ? "" : label + (entry.moreLabels() ? " and others" : "");
  }

  /** The words before the stack of the earlier event: {@code closed at}. */
  public static String earlier(Misuse misuse) {
    MisuseKind kind = misuse.entry().kind();
    boolean closed = kind == MisuseKind.DOUBLE_CLOSE || kind == MisuseKind.USE_AFTER_CLOSE;
    return closed ? "closed at" : "opened at";
  }

  /** The words before the stack of the misuse: {@code closed again at}. */
  public static String wrong(Misuse misuse) {
    return switch (misuse.entry().kind()) {
      case DOUBLE_CLOSE -> "closed again at";
      case USE_AFTER_CLOSE -> "used at";
      case CLOSE_FAILED -> "close failed at";
      case CLOSED_BY_OTHER -> "closed by a non-owner at";
      case CLOSE_OF_UNKNOWN -> "closed at";
    };
  }

  /** The advice on how to fix the misuse. */
  public static String fix(Misuse misuse) {
    MisuseEntry entry = misuse.entry();
    String earlier = at(entry.first(), misuse.yourFirst());
    String wrong = at(entry.second(), misuse.yourSecond());
    String name = SourceNames.simple(entry.type().className());
    return switch (entry.kind()) {
      case DOUBLE_CLOSE ->
          wrong.equals(earlier)
              ? "close each " + name + " once: the close" + wrong + " ran twice"
              : "close each " + name + " once: remove the close" + wrong;
      case USE_AFTER_CLOSE -> "use the " + name + wrong + " before it is closed" + earlier;
      case CLOSE_FAILED ->
          "find out why the close"
              + wrong
              + " threw; the "
              + name
              + " stays open until a close succeeds";
      case CLOSED_BY_OTHER -> "let only the owner of the " + name + " close it";
      case CLOSE_OF_UNKNOWN ->
          "add the method that opens the "
              + name
              + " to the open clause of its rule, or set unknown-close: ignore there";
    };
  }

  private static String at(List<Frame> stack, int yourFrame) {
    return JavaNames.at(stack.isEmpty() ? null : stack.get(Math.max(0, yourFrame)));
  }
}
