/**
 * The memory that open resources take up: handles folded into regions per session, device and
 * space, and these compared with the allocators' reports.
 *
 * <p>Used by the other packages of this module only. About 28 bytes per live handle with an
 * address, nothing per handle without. Not thread-safe while it is filled, immutable once it is
 * sealed; loaded by whichever loader has the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.memory;

import org.jspecify.annotations.NullMarked;
