/**
 * A JUnit Jupiter extension that makes tests fail if they leak, and shows the line that opened the
 * unclosed resource. {@link io.ttalloc.junit.NoLeaks} enables it.
 *
 * <p>Used by tests, on any thread. Loaded by the application's own class loader. Calls the agent in
 * this process through functions that use only JDK types.
 */
@NullMarked
package io.ttalloc.junit;

import org.jspecify.annotations.NullMarked;
