/**
 * The special contents of the agent's jar: the boot image with the ledger's writer and the probe,
 * which are defined in the boot loader, and the libraries, packed for a fast start.
 *
 * <p>Used by the agent at start. Classes of {@link io.ttalloc.boot.build} write what the classes
 * here read.
 */
@NullMarked
package io.ttalloc.boot;

import org.jspecify.annotations.NullMarked;
