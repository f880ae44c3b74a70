/**
 * The JUnit extension in real JVMs: which tests must fail and which must not.
 *
 * <p>Used by no other package. Runs on JUnit's threads, in the application class loader.
 */
@NullMarked
package io.ttalloc.it.junit;

import org.jspecify.annotations.NullMarked;
