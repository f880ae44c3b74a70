/**
 * Reads the special contents of the agent's jar: the boot image with the ledger's writer and the
 * probe, which are defined in the boot loader, and the libraries, which are packed for a fast
 * start.
 *
 * <p>Used by the agent at start. These contents are written by the classes of {@link
 * io.ttalloc.boot.build}.
 */
@NullMarked
package io.ttalloc.boot;

import org.jspecify.annotations.NullMarked;
