package io.ttalloc.analysis.finding;

import org.jspecify.annotations.Nullable;

/**
 * What of a finding lies on one device.
 *
 * @param device null for what lies on none, -1 for what stands for a whole mesh
 * @param count open ones
 * @param bytes by handle; aliases have none
 * @param regionBytes each region of the finding once
 */
public record Share(@Nullable Integer device, long count, long bytes, long regionBytes) {}
