/** Programs that work in cycles; after each cycle they leave more open than before, or no more. */
@NullMarked
package io.ttalloc.corpus.growth;

import org.jspecify.annotations.NullMarked;
