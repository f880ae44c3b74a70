/** Programs that work in cycles. Some leave more resources open after each cycle; others do not. */
@NullMarked
package io.ttalloc.corpus.growth;

import org.jspecify.annotations.NullMarked;
