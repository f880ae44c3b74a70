/**
 * Class files, the loaders that provide them, and what can be read from a class file without
 * loading anything.
 *
 * <p>Used by all other packages of the weaving, during class loading, on any thread of the
 * application. Thread-safe. Loaded by the agent's own loader.
 */
@NullMarked
package io.ttalloc.agent.weave.classes;

import org.jspecify.annotations.NullMarked;
