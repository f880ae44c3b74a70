/** Programs that end while resources lie in locals, local collections or the frames of callers. */
@NullMarked
package io.ttalloc.corpus.locals;

import org.jspecify.annotations.NullMarked;
