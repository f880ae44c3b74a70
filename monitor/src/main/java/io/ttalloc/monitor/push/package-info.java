/**
 * What all that is sent to other machines has in common: where it goes, and how a failure is told.
 *
 * <p>Used by {@link io.ttalloc.monitor.notify}, {@link io.ttalloc.monitor.otlp} and those who start
 * them. Whatever an address may contain that is secret, its path included, is never printed. On the
 * application class loader of the command line.
 */
@NullMarked
package io.ttalloc.monitor.push;

import org.jspecify.annotations.NullMarked;
