/** Programs in which one object is responsible for closing others, or ought to be. */
@NullMarked
package io.ttalloc.corpus.owning;

import org.jspecify.annotations.NullMarked;
