package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.FailingCall;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.probe.Injection;
import org.jspecify.annotations.Nullable;

/**
 * Tells that the call was never made that was to fail: whoever tries one after another is done.
 *
 * <p>Needs no class of the boot image where nothing was tracked: they are missing then.
 */
public final class UnreachedCall {
  private UnreachedCall() {}

  /** Tells it of a process in which nothing was tracked. */
  public static void tellOf(@Nullable FailingCall wanted) {
    if (wanted != null) {
      tell(wanted, 0);
    }
  }

  /** Tells it of a process with a probe, if it is so. */
  static void tellOf(@Nullable FailingCall wanted, @Nullable Injection injection) {
    if (wanted != null && injection != null && !injection.isOver()) {
      tell(wanted, injection.calls());
    }
  }

  private static void tell(FailingCall wanted, long calls) {
    String method = wanted.method();
    Console.line(
        wanted
            + ": only "
            + Numbers.counted(calls, "call")
            + " of "
            + (method == null ? "methods with 'throws'" : method)
            + " came, expected "
            + wanted.number()
            + "; nothing was made to fail");
  }
}
