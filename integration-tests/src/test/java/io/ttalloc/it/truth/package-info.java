/**
 * Holds the agent against the corpus of programs whose leaks were written down before they were
 * run, and writes the paper about it.
 */
@NullMarked
package io.ttalloc.it.truth;

import org.jspecify.annotations.NullMarked;
