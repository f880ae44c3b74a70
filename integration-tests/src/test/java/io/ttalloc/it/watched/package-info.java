/**
 * Tests of the commands that watch processes while they run.
 *
 * <p>Not used by other packages. Each test has its own folder, processes and ports.
 */
@NullMarked
package io.ttalloc.it.watched;

import org.jspecify.annotations.NullMarked;
