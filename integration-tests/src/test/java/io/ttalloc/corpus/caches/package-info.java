/** Programs that keep resources in caches and maps, and what becomes of those that fall out. */
@NullMarked
package io.ttalloc.corpus.caches;

import org.jspecify.annotations.NullMarked;
