/**
 * Inspects tracked processes through their management bean.
 *
 * <p>Each test starts real JVMs and connects to them as JConsole does.
 */
@NullMarked
package io.ttalloc.it.jmx;

import org.jspecify.annotations.NullMarked;
