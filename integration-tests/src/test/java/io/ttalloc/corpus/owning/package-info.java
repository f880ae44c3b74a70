/** Programs in which one object is, or should be, responsible for closing others. */
@NullMarked
package io.ttalloc.corpus.owning;

import org.jspecify.annotations.NullMarked;
