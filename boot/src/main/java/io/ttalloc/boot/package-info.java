/**
 * What the agent's jar is made of: the boot image with the ledger's writer and the probe, which go
 * into the boot loader, and the libraries, packed for a fast start.
 *
 * <p>Used by the agent at start. Classes of {@link io.ttalloc.boot.build} write what these read.
 */
@NullMarked
package io.ttalloc.boot;

import org.jspecify.annotations.NullMarked;
