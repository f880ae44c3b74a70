/**
 * Tests the agent's own packs with programs that open each kind of resource in every way, and
 * writes the paper about the results. A pack has a line in {@link Packs} and a list of ways.
 */
@NullMarked
package io.ttalloc.it.packs;

import org.jspecify.annotations.NullMarked;
