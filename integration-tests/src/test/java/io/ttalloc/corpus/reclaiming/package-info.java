/** Programs in which a forgotten resource is garbage-collected before it is closed. */
@NullMarked
package io.ttalloc.corpus.reclaiming;

import org.jspecify.annotations.NullMarked;
