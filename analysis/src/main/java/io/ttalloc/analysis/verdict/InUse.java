package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.ledger.read.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A method that opened it is still on its thread's stack. */
final class InUse extends Verdict {
  InUse() {
    super("IN_USE", Leak.WHEN_GROWING, 11, Tone.KEPT, "still being worked with");
  }

  @Override
  public boolean judge(OpenResource resource) {
    return resource.runningCall() != null;
  }

  private static @Nullable Frame call(Evidence evidence) {
    OpenResource first = evidence.first();
    return first == null ? null : first.runningCall();
  }

  @Override
  public List<String> why(Evidence evidence) {
    Frame call = call(evidence);
    String where = call == null ? "the method that opened it" : JavaNames.place(call);
    return List.of(
        "the process ended while " + where + " still ran, which had opened it or its owner");
  }

  @Override
  protected String advice(Evidence evidence) {
    Frame call = call(evidence);
    return call == null
        ? "none"
        : "none, if the process had to end there; else let "
            + JavaNames.call(call)
            + " return first";
  }
}
