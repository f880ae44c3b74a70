/**
 * Woven classes of earlier processes, kept in files next to the ledgers, so that most processes
 * start without loading the weaver.
 *
 * <p>Used by the transformer, on any thread that loads a class. Refers to no class of the boot
 * image. Loaded by the agent's own loader.
 */
@NullMarked
package io.ttalloc.cache;

import org.jspecify.annotations.NullMarked;
