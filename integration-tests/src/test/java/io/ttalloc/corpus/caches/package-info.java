/**
 * Programs that keep resources in caches and maps. Some lose the resources that are evicted or
 * replaced; others close them.
 */
@NullMarked
package io.ttalloc.corpus.caches;

import org.jspecify.annotations.NullMarked;
