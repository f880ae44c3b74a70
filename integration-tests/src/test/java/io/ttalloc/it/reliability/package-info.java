/**
 * Trials that attempt to break the recording of a program. The tests in the packages below and in
 * {@link io.ttalloc.it.killed} write one row per trial and JDK, with the number and the outcome of
 * the attempts. A paper is made from these rows.
 *
 * <p>Integration tests write rows, each on its own thread and to its own file. The rows and the
 * paper do not depend on the tests.
 */
@NullMarked
package io.ttalloc.it.reliability;

import org.jspecify.annotations.NullMarked;
