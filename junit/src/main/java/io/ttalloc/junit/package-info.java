/**
 * An extension of JUnit Jupiter that fails the test that leaks, with the line that opened what was
 * not closed. {@link io.ttalloc.junit.NoLeaks} switches it on.
 *
 * <p>Used by tests. Any thread. Loaded by the application's own loader; asks the agent in this
 * process through functions of JDK types.
 */
@NullMarked
package io.ttalloc.junit;

import org.jspecify.annotations.NullMarked;
