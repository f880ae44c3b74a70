package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.wording.Numbers;

/**
 * What one report has of one fingerprint, whatever the verdicts.
 *
 * @param site where it was opened, with the site that this lies under
 * @param title the call of the user's own code, as the report's headings name it
 * @param count resources, open or reclaimed
 * @param bytes by handle, reclaimed ones included
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

  /** Both together; what is said of the type and the place is the same for one fingerprint. */
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
    String what = Numbers.counted(count, Numbers.spoken(type)) + " of " + site;
    boolean said = title.equals(site) || site.startsWith(title + RecordedReport.UNDER);
    what += said ? "" : " by " + title;
    return bytes == 0 ? what : what + ", " + Numbers.bytes(bytes);
  }
}
