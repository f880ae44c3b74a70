package io.ttalloc.analysis.baseline;

import io.ttalloc.analysis.wording.Numbers;

/**
 * What one report has of one fingerprint, whatever the verdicts.
 *
 * @param site where it was opened, with the site that this lies under
 * @param count resources, open or reclaimed
 * @param bytes by handle, reclaimed ones included
 * @param leak whether any of it is a leak
 */
public record Recorded(
    String fingerprint,
    String type,
    String className,
    String site,
    long count,
    long bytes,
    boolean leak) {

  /** Both together; what is said of the type and the place is the same for one fingerprint. */
  Recorded plus(Recorded other) {
    return new Recorded(
        fingerprint,
        type,
        className,
        site,
        count + other.count,
        bytes + other.bytes,
        leak || other.leak);
  }

  /** {@code 8 buffers of load_binaries, 98,304 B}. */
  public String toText() {
    String what = Numbers.counted(count, Numbers.spoken(type)) + " of " + site;
    return bytes == 0 ? what : what + ", " + Numbers.bytes(bytes);
  }
}
