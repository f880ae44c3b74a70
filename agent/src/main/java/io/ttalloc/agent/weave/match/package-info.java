/**
 * The first step of weaving: determines which rules match a class, first by its name, then by its
 * supertypes.
 *
 * <p>Most classes match none and cost one look-up. Runs during class loading on any thread of the
 * application; thread-safe. Loaded by the agent's own loader.
 */
@NullMarked
package io.ttalloc.agent.weave.match;

import org.jspecify.annotations.NullMarked;
