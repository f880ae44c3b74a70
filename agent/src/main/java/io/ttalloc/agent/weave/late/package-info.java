/**
 * The last step of weaving: finds classes that were loaded without passing through the transformer,
 * and weaves them.
 *
 * <p>Has a thread of its own. Thread-safe. Loaded by the agent's own loader.
 */
@NullMarked
package io.ttalloc.agent.weave.late;

import org.jspecify.annotations.NullMarked;
