/** Programs in which a forgotten resource is collected before it was closed. */
@NullMarked
package io.ttalloc.corpus.reclaiming;

import org.jspecify.annotations.NullMarked;
