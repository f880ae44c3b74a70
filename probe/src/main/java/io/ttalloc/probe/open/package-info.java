/**
 * Records openings, updates of open resources, and numbers that are opened while they are open.
 *
 * <p>Used by the recorder alone. Called inside a hook, on any thread of the application. Loaded by
 * the boot loader.
 */
@NullMarked
package io.ttalloc.probe.open;

import org.jspecify.annotations.NullMarked;
