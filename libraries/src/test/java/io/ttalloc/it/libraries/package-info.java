/**
 * Tests the library packs with the libraries themselves. A pack has a line in {@link
 * io.ttalloc.it.libraries.LibraryPacks} and a list of ways. The same tests run with two versions of
 * each library.
 */
@NullMarked
package io.ttalloc.it.libraries;

import org.jspecify.annotations.NullMarked;
