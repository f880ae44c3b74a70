/**
 * The part of the rules that hooks need: types of resources, scopes, and closes of a class that are
 * not seen.
 *
 * <p>The agent fills {@link io.ttalloc.probe.rule.ProbeRules} during weaving, on any thread; hooks
 * read it by the indexes that are constants in woven code. Uses no other package of the probe.
 * Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.probe.rule;

import org.jspecify.annotations.NullMarked;
