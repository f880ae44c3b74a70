/**
 * Tests the library packs with the libraries themselves. Each pack has an entry in {@link
 * io.ttalloc.it.libraries.LibraryPacks} and a list of ways to open resources. The same tests run
 * with two versions of each library.
 */
@NullMarked
package io.ttalloc.it.libraries;

import org.jspecify.annotations.NullMarked;
