/**
 * Programs whose static fields, registries, lists and maps keep resources that are never closed.
 */
@NullMarked
package io.ttalloc.corpus.statics;

import org.jspecify.annotations.NullMarked;
