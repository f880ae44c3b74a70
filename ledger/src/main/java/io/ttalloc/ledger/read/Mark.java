package io.ttalloc.ledger.read;

import io.ttalloc.ledger.files.ResidentMemory;
import java.time.Instant;

/**
 * A named moment.
 *
 * @param atNanos the same instant, since the ledger's clock base
 * @param residentBytes physical memory that the process occupied; {@link ResidentMemory#UNKNOWN} if
 *     the mark does not say
 */
public record Mark(String name, Instant at, long atNanos, long residentBytes) {

  /** Whether it is known how much memory the process occupied. */
  public boolean hasResident() {
    return residentBytes != ResidentMemory.UNKNOWN;
  }
}
