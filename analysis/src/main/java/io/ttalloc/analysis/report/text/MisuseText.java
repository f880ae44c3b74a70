package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.Misuse;
import io.ttalloc.analysis.report.MisuseWords;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.MisuseEntry;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.SourceNames;
import java.util.List;

/** Writes misuses, each with its fix and both stacks, or only the frames of the user's own code. */
final class MisuseText {
  private static final int MAX_SHOWN = 40;
  private static final int MAX_SHOWN_SHORT = 3;

  private MisuseText() {}

  static void write(Report report, Lines lines) {
    write(report, false, lines);
  }

  /** Writes only the first misuses, and only the user's own frame of each of their stacks. */
  static void writeShort(Report report, Lines lines) {
    write(report, true, lines);
  }

  private static void write(Report report, boolean isShort, Lines lines) {
    long unshown = unknownCloses(report);
    if (report.misuse().isEmpty() && unshown == 0) {
      return;
    }
    lines.blank();
    lines.line(Lines.Colour.BAD, "misuse");
    int shown = Math.min(isShort ? MAX_SHOWN_SHORT : MAX_SHOWN, report.misuse().size());
    for (Misuse wrong : report.misuse().subList(0, shown)) {
      write(wrong, isShort, lines);
    }
    if (unshown > 0) {
      lines.line("  " + MisuseWords.closesOfUnknown(unshown) + ", no stack recorded");
    }
    if (shown < report.misuse().size()) {
      lines.line("  and " + (report.misuse().size() - shown) + " more");
    }
  }

  private static void write(Misuse wrong, boolean isShort, Lines lines) {
    MisuseEntry misuse = wrong.entry();
    lines.line(
        "  "
            + misuse.kind()
            + "  "
            + Numbers.grouped(misuse.count())
            + " x "
            + Numbers.spoken(misuse.type().name())
            + " ("
            + SourceNames.of(misuse.type().className())
            + ")");
    if (misuse.detail() != null) {
      lines.line("    " + Lines.padded("why", 9) + misuse.detail());
    }
    String label = MisuseWords.label(wrong);
    if (!label.isEmpty()) {
      lines.line("    " + Lines.padded("label", 9) + label);
    }
    lines.line("    " + Lines.padded("fix", 9) + MisuseWords.fix(wrong));
    if (isShort) {
      place(lines, MisuseWords.earlier(wrong), misuse.first(), wrong.yourFirst());
      place(lines, MisuseWords.wrong(wrong), misuse.second(), wrong.yourSecond());
      return;
    }
    if (wrong.hasEarlier()) {
      stack(lines, MisuseWords.earlier(wrong), misuse.first(), wrong.yourFirst());
    }
    stack(lines, MisuseWords.wrong(wrong), misuse.second(), wrong.yourSecond());
  }

  /** The number of closes of unknown resources that are not among the listed misuses. */
  private static long unknownCloses(Report report) {
    long shown =
        report.misuse().stream()
            .filter(wrong -> !wrong.hasEarlier())
            .mapToLong(wrong -> wrong.entry().count())
            .sum();
    return Math.max(0, report.unlisted().unknownCloses() - shown);
  }

  /** Writes the user's own frame, else the innermost frame; nothing without a stack. */
  private static void place(Lines lines, String what, List<Frame> frames, int yourFrame) {
    if (!frames.isEmpty()) {
      Frame frame = frames.get(Math.max(0, yourFrame));
      lines.line("    " + what + " " + JavaNames.shortFrame(frame));
    }
  }

  static void stack(Lines lines, String what, List<Frame> frames, int yourFrame) {
    lines.line("    " + what + (frames.isEmpty() ? " (stack not captured)" : ""));
    StackText.frames(lines, "    ", frames, 0, frames.size(), yourFrame);
  }
}
