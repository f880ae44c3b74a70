package io.ttalloc.analysis.report;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.fold.LastCalls;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.analysis.wording.Numbers;
import java.util.ArrayList;
import java.util.List;

/** Words where the resources of a finding were last called. */
public final class LastCallText {
  private static final int SITES_NAMED = 3;
  private static final int THREADS_NAMED = 3;

  private LastCallText() {}

  /** What this is called in reports: what is no leak is not lost. */
  public static String label(Finding finding) {
    return finding.leak() ? "lost-at" : "last use";
  }

  /**
   * {@code last used at Loader.read(Loader.java:42) by thread "worker-3", 2.1 s before the end};
   * empty if no call is known.
   */
  public static String of(LastCalls calls) {
    if (calls.sites().isEmpty()) {
      return "";
    }
    LastCalls.Site first = calls.sites().get(0);
    boolean same = first.count() == calls.called();
    boolean several = calls.called() + calls.uncalled() > 1;
    StringBuilder text = new StringBuilder();
    if (same) {
      text.append(several && calls.uncalled() == 0 ? "each " : "");
      text.append(calls.uncalled() == 0 ? "" : Numbers.grouped(calls.called()) + " ");
      text.append("last used").append(at(first)).append(by(first.threads()));
    } else {
      text.append(sites(calls));
    }
    text.append(calls.called() > 1 ? ", the latest " : ", ").append(when(calls));
    if (calls.uncalled() > 0) {
      text.append("; ").append(Numbers.grouped(calls.uncalled())).append(" without a recorded use");
    }
    text.append(calls.followed() ? "; calls less than 1 ms later are not recorded" : "");
    return text.toString();
  }

  /** {@code 5 last used at A.b(A.java:3), 2 at A.c(A.java:9) and 4 elsewhere}. */
  private static String sites(LastCalls calls) {
    List<LastCalls.Site> shown =
        calls.sites().subList(0, Math.min(SITES_NAMED, calls.sites().size()));
    List<String> named = new ArrayList<>();
    long others = calls.called();
    for (LastCalls.Site site : shown) {
      String how = named.isEmpty() ? " last used" : "";
      named.add(Numbers.grouped(site.count()) + how + at(site));
      others -= site.count();
    }
    return String.join(", ", named)
        + (others == 0 ? "" : " and " + Numbers.grouped(others) + " elsewhere");
  }

  private static String at(LastCalls.Site site) {
    return site.frame() == null ? "" : " at " + JavaNames.shortFrame(site.frame());
  }

  private static String by(List<String> threads) {
    if (threads.size() > THREADS_NAMED) {
      return " by " + Numbers.counted(threads.size(), "thread");
    }
    String named = "\"" + String.join("\", \"", threads) + "\"";
    return (threads.size() == 1 ? " by thread " : " by threads ") + named;
  }

  private static String when(LastCalls calls) {
    return Numbers.duration(calls.agoNanos())
        + (calls.atExit() ? " before the end" : " before the report");
  }
}
