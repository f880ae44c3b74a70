package io.ttalloc.ledger.read;

import io.ttalloc.ledger.files.ResidentMemory;
import java.time.Instant;

/**
 * A named moment in the run of a process.
 *
 * @param atNanos the instant {@code at}, in nanoseconds since the ledger's clock base
 * @param residentBytes the resident memory of the process; {@link ResidentMemory#UNKNOWN} if not
 *     recorded
 */
public record Mark(String name, Instant at, long atNanos, long residentBytes) {

  /** Whether the resident memory of the process is known. */
  public boolean hasResident() {
    return residentBytes != ResidentMemory.UNKNOWN;
  }
}
