/** Programs that borrow connections from pools, and pools that open, renew and close them. */
@NullMarked
package io.ttalloc.corpus.pools;

import org.jspecify.annotations.NullMarked;
