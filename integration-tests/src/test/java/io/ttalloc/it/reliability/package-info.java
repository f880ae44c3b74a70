/**
 * Attempts to break the recording of a program, how often they were made, and their outcome: the
 * tests in the packages below and in {@link io.ttalloc.it.killed} leave one row per trial and JDK,
 * from which a paper is made.
 *
 * <p>Integration tests write rows, each on its own thread into a file of its own. The rows and the
 * paper know nothing of the tests.
 */
@NullMarked
package io.ttalloc.it.reliability;

import org.jspecify.annotations.NullMarked;
