/**
 * Every way to open a JDK resource, as data, and helper classes. To test another way, add an
 * element to a list.
 */
@NullMarked
package io.ttalloc.it.packs.ways;

import org.jspecify.annotations.NullMarked;
