package io.ttalloc.analysis.report.stacks;

import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one stack has open on one device and in one space.
 *
 * @param device null for what lies on none, -1 for what stands for a whole mesh
 * @param frames innermost first; empty if stacks were not captured
 * @param count open ones
 * @param bytes by region: each region of memory that this finding has open counts once
 */
public record LiveStack(
    Verdict verdict,
    @Nullable Integer device,
    @Nullable String space,
    TypeEntry type,
    List<Frame> frames,
    long count,
    long bytes) {

  /** {@code device 0 DRAM}; {@code no device} for what lies on none. */
  public String place() {
    Integer on = device;
    String where = on == null ? "no device" : on < 0 ? "whole mesh" : "device " + on;
    return space == null ? where : where + " " + space;
  }
}
