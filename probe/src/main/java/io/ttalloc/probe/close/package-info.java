/**
 * Close events: closes, changes of reference counts, misuses, and closes of resources that were
 * never opened.
 *
 * <p>Used by the recorder and by openings. Called inside a hook, on any thread of the application.
 * Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.probe.close;

import org.jspecify.annotations.NullMarked;
