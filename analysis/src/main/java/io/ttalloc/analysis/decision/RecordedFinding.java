package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.analysis.site.Title;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.TypeNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The totals of all findings with one fingerprint, whatever their verdicts. Comparisons and
 * notifications keep only these totals of a report.
 *
 * @param opener the site that opened the resources
 * @param under the next site outwards; null if there is none
 * @param title the call by the user's own code, as in the report's headings
 * @param count the number of resources, open or reclaimed
 * @param bytes the bytes summed over all handles, including reclaimed ones
 * @param leak whether at least one of the findings is a leak
 */
public record RecordedFinding(
    String fingerprint,
    String type,
    String className,
    String opener,
    @Nullable String under,
    Title title,
    long count,
    long bytes,
    boolean leak) {

  /** Returns the record of a single finding. */
  public static RecordedFinding of(Finding finding) {
    Opening opening = finding.opening();
    return new RecordedFinding(
        finding.fingerprint(),
        finding.type().name(),
        finding.type().className(),
        opening.site(),
        under(opening.sites()),
        opening.heading(),
        finding.amount().count(),
        finding.bytes(),
        finding.leak());
  }

  /** Returns the second site of a stack, given its sites innermost first; null if there is none. */
  static @Nullable String under(List<String> sites) {
    return sites.size() < 2 ? null : sites.get(1);
  }

  /**
   * Returns the sum of this finding and another one with the same fingerprint, and therefore the
   * same type and site.
   */
  public RecordedFinding plus(RecordedFinding other) {
    return new RecordedFinding(
        fingerprint,
        type,
        className,
        opener,
        under,
        title,
        SaturatedSum.of(count, other.count),
        SaturatedSum.of(bytes, other.bytes),
        leak || other.leak);
  }

  /** The site that opened the resources, with the next site outwards. */
  public String site() {
    return under == null ? opener : opener + " under " + under;
  }

  /** A summary such as {@code 8 buffers of load_binaries by Ttnn.add, 98,304 B}. */
  public String toText() {
    String what = TypeNames.counted(count, type) + " of " + site();
    what += title.call().equals(opener) ? "" : " by " + title.text();
    return bytes == 0 ? what : what + ", " + Numbers.bytes(bytes);
  }
}
