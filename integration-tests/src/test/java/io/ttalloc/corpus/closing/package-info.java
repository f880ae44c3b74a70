/** Programs that differ in where, how and by which code a resource is closed. */
@NullMarked
package io.ttalloc.corpus.closing;

import org.jspecify.annotations.NullMarked;
