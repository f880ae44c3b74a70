/**
 * A long run with all kinds of events and faults at once, and the memory that it uses. The program
 * runs in a separate JVM.
 */
@NullMarked
package io.ttalloc.it.reliability.soak;

import org.jspecify.annotations.NullMarked;
