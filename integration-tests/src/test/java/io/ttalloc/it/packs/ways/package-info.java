/**
 * Every way to open a resource of the JDK, as data, and the helpers of the ways. To test another
 * way, add an element to a list.
 */
@NullMarked
package io.ttalloc.it.packs.ways;

import org.jspecify.annotations.NullMarked;
