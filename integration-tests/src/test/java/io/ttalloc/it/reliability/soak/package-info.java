/**
 * Everything at once and for long: a program with all kinds of events and faults, and the resources
 * that it takes meanwhile. The program runs in a JVM of its own.
 */
@NullMarked
package io.ttalloc.it.reliability.soak;

import org.jspecify.annotations.NullMarked;
