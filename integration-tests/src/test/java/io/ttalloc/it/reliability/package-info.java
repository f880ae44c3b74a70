/**
 * What was tried to break the recording of a program, how often, and what came of it: the tests in
 * the packages below and in {@link io.ttalloc.it.killed} leave one row per trial and JDK, and a
 * paper is made of the rows.
 *
 * <p>Integration tests write rows, each on its own thread into a file of its own. The rows and the
 * paper know nothing of the tests.
 */
@NullMarked
package io.ttalloc.it.reliability;

import org.jspecify.annotations.NullMarked;
