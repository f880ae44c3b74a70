/**
 * Holds packs of libraries against these libraries. A pack has a line in {@link
 * io.ttalloc.it.libraries.LibraryPacks} and its ways; the same tests run with two versions of each.
 */
@NullMarked
package io.ttalloc.it.libraries;

import org.jspecify.annotations.NullMarked;
