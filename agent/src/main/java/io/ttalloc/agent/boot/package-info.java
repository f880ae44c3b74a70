/**
 * Puts the ledger's writer and the probe into the boot loader.
 *
 * <p>Used by the agent at start and, {@link io.ttalloc.agent.boot.BootImageBuilder} alone, by the
 * build. Single-threaded.
 */
@NullMarked
package io.ttalloc.agent.boot;

import org.jspecify.annotations.NullMarked;
