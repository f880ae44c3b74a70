/** What the tests of all modules use, and the programs that they start. */
@NullMarked
package io.ttalloc.testing;

import org.jspecify.annotations.NullMarked;
