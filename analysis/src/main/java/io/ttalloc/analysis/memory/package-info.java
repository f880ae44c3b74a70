/**
 * The memory that open resources take up: handles are folded into regions per session, device and
 * space, and the regions are compared with the allocators' reports.
 *
 * <p>Used by the other packages of this module only. Takes about 28 bytes for each live handle with
 * an address, and none for a handle without an address. Not thread-safe while it is filled,
 * immutable once it is sealed. Loaded by the loader of the analysis, never by the boot loader.
 */
@NullMarked
package io.ttalloc.analysis.memory;

import org.jspecify.annotations.NullMarked;
