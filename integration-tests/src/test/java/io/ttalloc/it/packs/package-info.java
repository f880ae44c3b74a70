/**
 * Holds the packs that ship with the agent against programs that open each kind of thing in every
 * way, and writes the paper about it. A pack has a line in {@link Packs} and its ways.
 */
@NullMarked
package io.ttalloc.it.packs;

import org.jspecify.annotations.NullMarked;
