package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.site.Title;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.TypeNames;
import org.jspecify.annotations.Nullable;

/**
 * What a report records of one fingerprint, under any verdict.
 *
 * @param opener the site that opened it
 * @param under the next site outwards; null if there is none
 * @param title the call of the user's own code, as in the report's headings
 * @param count resources, open or reclaimed
 * @param bytes by handle, including reclaimed ones
 * @param leak whether any of it is a leak
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

  /** Adds another finding of the same fingerprint, and so of the same type and site. */
  RecordedFinding plus(RecordedFinding other) {
    return new RecordedFinding(
        fingerprint,
        type,
        className,
        opener,
        under,
        title,
        count + other.count,
        bytes + other.bytes,
        leak || other.leak);
  }

  /** The site that opened it, and the next one outwards. */
  public String site() {
    return under == null ? opener : opener + " under " + under;
  }

  /** {@code 8 buffers of load_binaries by Ttnn.add, 98,304 B}. */
  public String toText() {
    String what = TypeNames.counted(count, type) + " of " + site();
    what += title.call().equals(opener) ? "" : " by " + title.text();
    return bytes == 0 ? what : what + ", " + Numbers.bytes(bytes);
  }
}
