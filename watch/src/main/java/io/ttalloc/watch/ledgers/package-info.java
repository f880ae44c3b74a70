/**
 * A summary of the ledgers of a folder: which processes wrote them, whether these run, and how many
 * resources they left open.
 *
 * <p>Used by the commands of {@link io.ttalloc.cli} only; on the main thread of the command line,
 * on its application class loader. However many ledgers there are, memory is used only for those
 * that are shown.
 */
@NullMarked
package io.ttalloc.watch.ledgers;

import org.jspecify.annotations.NullMarked;
