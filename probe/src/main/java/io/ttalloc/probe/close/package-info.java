/**
 * Events of closing: closes, counts of references, misuses, and closes of resources never opened.
 *
 * <p>For the recorder and for openings. Called inside a hook, on any thread of the application.
 * Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.probe.close;

import org.jspecify.annotations.NullMarked;
