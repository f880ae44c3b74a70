/** Programs that differ in where and how a resource is closed, and by which code. */
@NullMarked
package io.ttalloc.corpus.closing;

import org.jspecify.annotations.NullMarked;
