/**
 * Runs the scenarios of the demonstration in real JVMs with the packaged agent, and checks the
 * reports at exit. When tracking is off, there must be no report at all.
 */
@NullMarked
package io.ttalloc.it.demo;

import org.jspecify.annotations.NullMarked;
