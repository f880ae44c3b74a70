/**
 * The JUnit extension in real JVMs: which tests must fail and which must not.
 *
 * <p>Used by no other package. JUnit's threads. Application class loader.
 */
@NullMarked
package io.ttalloc.it.junit;

import org.jspecify.annotations.NullMarked;
