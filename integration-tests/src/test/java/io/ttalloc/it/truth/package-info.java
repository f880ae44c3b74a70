/**
 * Tests the agent with the corpus, whose leaks were written down before its programs were run, and
 * writes the paper about the results.
 */
@NullMarked
package io.ttalloc.it.truth;

import org.jspecify.annotations.NullMarked;
