/**
 * Processes that are killed at random moments: a program that keeps a journal of its own beside the
 * ledger, and the test that compares the two.
 */
@NullMarked
package io.ttalloc.it.killed;

import org.jspecify.annotations.NullMarked;
