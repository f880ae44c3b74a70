/**
 * The scenarios of the demonstration, run in real JVMs with the packaged agent: what must be read
 * at their exit, and that nothing is there to be read when tracking is off.
 */
@NullMarked
package io.ttalloc.it.demo;

import org.jspecify.annotations.NullMarked;
