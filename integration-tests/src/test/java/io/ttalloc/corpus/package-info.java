/**
 * Programs whose leaks were known before any tool analyzed them. Each program states its leaks in a
 * {@link io.ttalloc.corpus.Truth} annotation.
 */
@NullMarked
package io.ttalloc.corpus;

import org.jspecify.annotations.NullMarked;
