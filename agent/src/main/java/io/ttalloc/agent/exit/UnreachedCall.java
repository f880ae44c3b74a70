package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.FailingCall;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.probe.Injection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells that the call was never made that was to fail: whoever tries one after another is done. Or
 * that no call could be it: then nothing was tried, though the method may have been called.
 *
 * <p>Needs no class of the boot image where nothing was tracked: they are missing then.
 */
public final class UnreachedCall {
  private static final int MOST_NAMED = 8;

  private UnreachedCall() {}

  /** Tells it of a process in which nothing was tracked. */
  public static void tellOf(@Nullable FailingCall wanted) {
    if (wanted != null) {
      tell(wanted, 0, false, List.of());
    }
  }

  /** Tells it of a process with a probe, if it is so. */
  static void tellOf(@Nullable FailingCall wanted, @Nullable Injection injection) {
    if (wanted != null && injection != null && !injection.isOver()) {
      tell(wanted, injection.calls(), injection.anyCounts(), injection.others());
    }
  }

  private static void tell(FailingCall wanted, long calls, boolean mayFail, List<String> others) {
    String method = wanted.method();
    String what =
        method == null || mayFail
            ? "only "
                + Numbers.counted(calls, "call")
                + " of "
                + (method == null ? "methods with 'throws'" : method)
                + " came, expected "
                + wanted.number()
            : "no 'throws' of a rule applies to "
                + method
                + ", so its calls were not counted, expected "
                + (others.isEmpty()
                    ? "a method that a rule names in 'throws', that has code, and whose class is"
                        + " loaded"
                    : "one of the methods to which one applies: " + named(method, others));
    Console.line(wanted + ": " + what + "; nothing was made to fail");
  }

  /** Those of the same name first: the class may be all that was wrong. */
  private static String named(String wanted, List<String> others) {
    String end = wanted.substring(wanted.lastIndexOf('.'));
    List<String> sorted = new ArrayList<>(others);
    sorted.sort(
        Comparator.comparing((String each) -> !each.endsWith(end))
            .thenComparing(Comparator.naturalOrder()));
    int shown = Math.min(sorted.size(), MOST_NAMED);
    return String.join(", ", sorted.subList(0, shown))
        + (shown < sorted.size() ? " and others" : "");
  }
}
