/**
 * Lists the ledgers of a directory: which processes wrote them, whether these are running, and how
 * many resources they left open.
 *
 * <p>Used by {@link io.ttalloc.watch} and by commands of {@link io.ttalloc.cli}. Loaded by the
 * application class loader of the command line. However many ledgers there are, memory is used only
 * for those that are shown.
 */
@NullMarked
package io.ttalloc.watch.ledgers;

import org.jspecify.annotations.NullMarked;
