package io.ttalloc.analysis.fold;

import io.ttalloc.ledger.read.SlotEntry;
import org.jspecify.annotations.Nullable;

/**
 * A single resource of a finding.
 *
 * @param bytes the bytes by handle; a view has none
 * @param regionBytes the bytes that it adds to the bytes by region of the finding
 * @param owner the name of its direct owner, or null
 */
public record ListedResource(
    SlotEntry slot, long bytes, long regionBytes, @Nullable String owner) {}
