package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.analysis.wording.TypeNames;

/**
 * What a report records of one fingerprint, under any verdict.
 *
 * @param site the site that opened it, and the next one outwards
 * @param title the call of the user's own code, as in the report's headings
 * @param count resources, open or reclaimed
 * @param bytes by handle, including reclaimed ones
 * @param leak whether any of it is a leak
 */
public record RecordedFinding(
    String fingerprint,
    String type,
    String className,
    String site,
    String title,
    long count,
    long bytes,
    boolean leak) {

  /** Adds another finding of the same fingerprint, and so of the same type and site. */
  RecordedFinding plus(RecordedFinding other) {
    return new RecordedFinding(
        fingerprint,
        type,
        className,
        site,
        title,
        count + other.count,
        bytes + other.bytes,
        leak || other.leak);
  }

  /** {@code 8 buffers of load_binaries by Ttnn.add, 98,304 B}. */
  public String toText() {
    String what = TypeNames.counted(count, type) + " of " + site;
    String call = title.split("\\(", 2)[0];
    boolean said = call.equals(site) || site.startsWith(call + RecordedReport.UNDER);
    what += said ? "" : " by " + title;
    return bytes == 0 ? what : what + ", " + Numbers.bytes(bytes);
  }
}
