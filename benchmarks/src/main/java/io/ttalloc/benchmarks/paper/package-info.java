/**
 * The measured values, and the two files that present them: JSON for automatic checks, and a table
 * for human readers.
 *
 * <p>Used by the benchmarks' other packages, on the main thread. Loaded by the application loader.
 */
@NullMarked
package io.ttalloc.benchmarks.paper;

import org.jspecify.annotations.NullMarked;
