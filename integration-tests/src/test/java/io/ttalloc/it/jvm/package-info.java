/**
 * Real JVMs for tests: which JDKs there are, and a process of one of them with the packaged agent,
 * whose output, exit status and life a test has in hand.
 *
 * <p>Any integration test may use it. A test uses one {@link io.ttalloc.it.jvm.TestJvm} on its own
 * thread; output is collected by daemon threads. Nothing here runs inside the JVM that is started.
 */
@NullMarked
package io.ttalloc.it.jvm;

import org.jspecify.annotations.NullMarked;
