/**
 * Programs that name, drop and repeat things without end and close all: what the agent keeps of
 * them in a small heap and in the ledger must have a bound.
 *
 * <p>Every build runs a short form on one JDK; the profile {@code reliability} runs a long one, and
 * the short form on the other JDKs.
 */
@NullMarked
package io.ttalloc.it.reliability.bounded;

import org.jspecify.annotations.NullMarked;
