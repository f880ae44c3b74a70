/** Programs that work in cycles and leave more, or no more, behind after each of them. */
@NullMarked
package io.ttalloc.corpus.growth;

import org.jspecify.annotations.NullMarked;
