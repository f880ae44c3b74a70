/**
 * Processes that are killed at random moments: a program that keeps its own journal beside the
 * ledger, and the test that compares the two.
 */
@NullMarked
package io.ttalloc.it.killed;

import org.jspecify.annotations.NullMarked;
