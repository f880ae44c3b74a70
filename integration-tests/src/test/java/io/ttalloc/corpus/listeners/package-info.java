/** Programs whose listeners and callbacks keep a resource after it is no longer needed. */
@NullMarked
package io.ttalloc.corpus.listeners;

import org.jspecify.annotations.NullMarked;
