/**
 * Every way to open something of the JDK, as data, and what the ways need. A way to open something
 * else is an element of a list.
 */
@NullMarked
package io.ttalloc.it.packs.ways;

import org.jspecify.annotations.NullMarked;
