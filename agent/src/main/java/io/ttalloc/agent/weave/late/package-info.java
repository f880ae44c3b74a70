/**
 * Last step of weaving: finds classes that were loaded without coming to the transformer, and has
 * them woven.
 *
 * <p>Has a thread of its own. Thread-safe. Loaded by the agent's own loader.
 */
@NullMarked
package io.ttalloc.agent.weave.late;

import org.jspecify.annotations.NullMarked;
