/**
 * Captures stacks and finds their ids in the ledger.
 *
 * <p>Used by the other packages of the probe. Called from any thread of the application; capturing
 * a known stack takes no lock. Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.probe.stack;

import org.jspecify.annotations.NullMarked;
