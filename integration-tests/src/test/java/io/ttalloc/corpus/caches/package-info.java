/**
 * Programs that keep resources in caches and maps. Some lose those that are evicted or replaced;
 * the others close them.
 */
@NullMarked
package io.ttalloc.corpus.caches;

import org.jspecify.annotations.NullMarked;
