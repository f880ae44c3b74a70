/**
 * Programs that keep resources in caches and maps, and lose those that are evicted or replaced, or
 * do not.
 */
@NullMarked
package io.ttalloc.corpus.caches;

import org.jspecify.annotations.NullMarked;
