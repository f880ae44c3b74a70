/**
 * Notifies another program of leaks: sends a JSON object by HTTP when a finding becomes a leak, and
 * another when that ends. docs/operating.md describes the objects.
 *
 * <p>Used by {@link io.ttalloc.serve}. Whatever an address may contain that is secret, its path
 * included, is never printed. What is new is found on the thread that watches, which never waits;
 * one thread of its own sends. On the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.serve.notify;

import org.jspecify.annotations.NullMarked;
