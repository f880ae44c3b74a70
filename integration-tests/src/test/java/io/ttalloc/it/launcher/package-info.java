/**
 * Tests of the script {@code tt-alloc}: when it builds, what it says when it cannot. They run a
 * copy of it in a tree of their own, with a stand-in for Maven that only counts and puts the
 * packaged monitor in place.
 */
@NullMarked
package io.ttalloc.it.launcher;

import org.jspecify.annotations.NullMarked;
