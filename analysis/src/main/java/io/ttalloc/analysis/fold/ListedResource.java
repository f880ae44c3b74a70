package io.ttalloc.analysis.fold;

import io.ttalloc.ledger.read.SlotEntry;
import org.jspecify.annotations.Nullable;

/**
 * A single resource of a finding.
 *
 * @param bytes the bytes of the handle; a view has none
 * @param regionBytes the bytes that the resource adds to the sum over the finding's regions
 * @param owner the name of its direct owner, or null
 */
public record ListedResource(
    SlotEntry slot, long bytes, long regionBytes, @Nullable String owner) {}
