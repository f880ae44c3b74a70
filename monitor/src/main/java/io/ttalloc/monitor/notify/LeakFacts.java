package io.ttalloc.monitor.notify;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.AdviceText;
import io.ttalloc.analysis.report.ReasonText;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.monitor.live.ReportDigest;
import io.ttalloc.monitor.live.SiteUse;
import io.ttalloc.text.CutText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is told of one leak. Immutable, and of bounded size.
 *
 * @param fingerprint identity of type and stack across builds
 * @param verdict of those with this fingerprint that are leaks, the worst
 * @param count how many are open, or were reclaimed
 * @param bytes by handle, reclaimed ones included
 * @param openedBy innermost first, at most {@value #MOST_FRAMES}
 */
record LeakFacts(
    String fingerprint,
    String verdict,
    boolean growing,
    String type,
    String title,
    String site,
    long count,
    long bytes,
    List<String> why,
    String fix,
    List<Frame> openedBy) {
  static final int MOST_OF_A_PROCESS = 500;
  static final int MOST_FRAMES = 10;
  private static final int MOST_PHRASES = 10;

  LeakFacts {
    why = List.copyOf(why);
    openedBy = List.copyOf(openedBy);
  }

  /** The leaks of a report by their fingerprints, the worst first. */
  static Map<String, LeakFacts> of(ReportDigest digest) {
    Map<String, LeakFacts> leaks = new LinkedHashMap<>();
    for (SiteUse site : digest.sites()) {
      for (Finding finding : site.entry().findings()) {
        String key = finding.fingerprint();
        if (finding.leak() && (leaks.size() < MOST_OF_A_PROCESS || leaks.containsKey(key))) {
          leaks.merge(key, of(finding), LeakFacts::plus);
        }
      }
    }
    return leaks;
  }

  private static LeakFacts of(Finding finding) {
    List<Frame> frames = finding.opening().frames();
    List<String> why = ReasonText.of(finding.why());
    return new LeakFacts(
        finding.fingerprint(),
        finding.verdict().name(),
        finding.growing(),
        CutText.of(finding.type().name()),
        CutText.of(finding.opening().title()),
        CutText.of(finding.opening().site()),
        finding.amount().count(),
        finding.bytes(),
        why.subList(0, Math.min(MOST_PHRASES, why.size())).stream().map(CutText::of).toList(),
        CutText.of(AdviceText.of(finding.fix())),
        frames.subList(0, Math.min(MOST_FRAMES, frames.size())).stream()
            .map(LeakFacts::cut)
            .toList());
  }

  private static Frame cut(Frame frame) {
    String file = frame.file();
    return new Frame(
        CutText.of(frame.className()),
        CutText.of(frame.method()),
        file == null ? null : CutText.of(file),
        frame.line());
  }

  /** The sum with what differs only in space or verdict; the other is less bad. */
  private LeakFacts plus(LeakFacts other) {
    return new LeakFacts(
        fingerprint,
        verdict,
        growing || other.growing,
        type,
        title,
        site,
        count + other.count,
        bytes + other.bytes,
        why,
        fix,
        openedBy);
  }
}
