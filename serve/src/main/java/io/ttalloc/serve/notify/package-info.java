/**
 * Notifies another program of leaks: sends a JSON object over HTTP when a finding becomes a leak,
 * and another when the leak has ended. The objects are described in docs/operating.md.
 *
 * <p>Used by {@link io.ttalloc.serve}. Parts of an address that may be secret, including its path,
 * are never printed. The thread that watches the ledgers determines which leaks have begun or
 * ended, and never waits for a receiver; a separate thread sends the notifications. Loaded by the
 * application class loader of the command line.
 */
@NullMarked
package io.ttalloc.serve.notify;

import org.jspecify.annotations.NullMarked;
