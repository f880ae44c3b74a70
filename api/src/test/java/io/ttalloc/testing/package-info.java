/** Helpers for the tests of all modules and for the programs that these tests start. */
@NullMarked
package io.ttalloc.testing;

import org.jspecify.annotations.NullMarked;
