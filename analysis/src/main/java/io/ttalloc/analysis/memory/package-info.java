/**
 * The memory that open resources take up: handles are folded into regions per session, device and
 * space, and the regions are compared with the allocators' reports.
 *
 * <p>Used by the other packages of this module only. Takes about 28 bytes per live handle with an
 * address, nothing for a handle without. Not thread-safe while it is filled, immutable once it is
 * sealed. Loaded by the loader of the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.memory;

import org.jspecify.annotations.NullMarked;
