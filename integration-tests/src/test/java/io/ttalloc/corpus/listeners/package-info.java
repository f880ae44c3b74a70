/** Programs whose listeners and callbacks keep a resource after its work has ended. */
@NullMarked
package io.ttalloc.corpus.listeners;

import org.jspecify.annotations.NullMarked;
