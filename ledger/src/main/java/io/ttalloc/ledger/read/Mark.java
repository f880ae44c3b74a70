package io.ttalloc.ledger.read;

import java.time.Instant;

/**
 * A named moment.
 *
 * @param atNanos the same instant since the ledger's clock base
 */
public record Mark(String name, Instant at, long atNanos) {}
