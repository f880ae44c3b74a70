/**
 * Programs that end while resources are in local variables, local collections or the frames of
 * callers.
 */
@NullMarked
package io.ttalloc.corpus.locals;

import org.jspecify.annotations.NullMarked;
