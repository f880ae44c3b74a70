/**
 * What closes do: mark resources closed, count references down, detect misuse, and note closes of
 * resources that were never seen to be opened.
 *
 * <p>Used by the recorder and by the code that handles openings. Runs inside hooks, on any thread
 * of the application. Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.probe.close;

import org.jspecify.annotations.NullMarked;
