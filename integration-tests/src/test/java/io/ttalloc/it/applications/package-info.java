/**
 * Runs programs written by others under the agent with all packs: resources that they close must
 * not be reported as leaks, and resources that they leave open on purpose must be found. {@code
 * docs/measurements.md} has a row for each program.
 */
@NullMarked
package io.ttalloc.it.applications;

import org.jspecify.annotations.NullMarked;
