/**
 * Lists the ledgers of a directory: which processes wrote them, whether these are running, and how
 * many resources they left open.
 *
 * <p>Used only by the commands of {@link io.ttalloc.cli}, on the main thread of the command line.
 * Loaded by its application class loader. However many ledgers there are, memory is used only for
 * those that are shown.
 */
@NullMarked
package io.ttalloc.watch.ledgers;

import org.jspecify.annotations.NullMarked;
