/**
 * Class files, the loaders that provide them, and what can be read from a class file without
 * loading anything.
 *
 * <p>Used by all other weaving packages, during class loading, on any application thread.
 * Thread-safe. Loaded by the agent's own loader.
 */
@NullMarked
package io.ttalloc.agent.weave.classes;

import org.jspecify.annotations.NullMarked;
