/**
 * Programs that name, drop and repeat things without end and close all: what the agent keeps of
 * them in a small heap and in the ledger must have a bound.
 *
 * <p>Every build runs a short form, the profile {@code reliability} a long one.
 */
@NullMarked
package io.ttalloc.it.reliability.bounded;

import org.jspecify.annotations.NullMarked;
