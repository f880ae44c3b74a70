/**
 * The scenarios of the demonstration, run in real JVMs with the packaged agent: the expected
 * reports at exit, and no report at all when tracking is off.
 */
@NullMarked
package io.ttalloc.it.demo;

import org.jspecify.annotations.NullMarked;
