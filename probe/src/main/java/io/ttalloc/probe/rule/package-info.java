/**
 * What hooks know of the rules: types of resources, scopes, and which closes of a class go unseen.
 *
 * <p>The agent fills {@link io.ttalloc.probe.rule.ProbeRules} while it weaves, on any thread; hooks
 * read it by the indexes that woven code has as constants. Uses no other package of the probe.
 * Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.probe.rule;

import org.jspecify.annotations.NullMarked;
