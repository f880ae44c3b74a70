/**
 * Real JVMs for tests: the JDKs found, and processes that run on them with the packaged agent. A
 * test reads their output and exit status, and can end them.
 *
 * <p>Any integration test may use this package. A test uses one {@link io.ttalloc.it.jvm.TestJvm}
 * on its own thread; daemon threads collect the output. Nothing here runs inside the JVM that is
 * started.
 */
@NullMarked
package io.ttalloc.it.jvm;

import org.jspecify.annotations.NullMarked;
