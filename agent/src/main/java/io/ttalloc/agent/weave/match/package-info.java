/**
 * First step of weaving: which rules match a class, by its name first, then by its super types.
 *
 * <p>Most classes match none and cost one look-up. Runs inside class loading on any thread of the
 * application; thread-safe. Loaded by the agent's own loader.
 */
@NullMarked
package io.ttalloc.agent.weave.match;

import org.jspecify.annotations.NullMarked;
