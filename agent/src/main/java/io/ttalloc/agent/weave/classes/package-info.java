/**
 * Class files, the loaders that have them, and what can be read from one without loading anything.
 *
 * <p>Used by all other packages of weaving, inside class loading on any thread of the application.
 * Thread-safe. Loaded by the agent's own loader.
 */
@NullMarked
package io.ttalloc.agent.weave.classes;

import org.jspecify.annotations.NullMarked;
