/**
 * Tests of the commands that watch processes while they run.
 *
 * <p>Used by nothing. On the threads of JUnit; each test has its own folder, processes and ports.
 */
@NullMarked
package io.ttalloc.it.watched;

import org.jspecify.annotations.NullMarked;
