/**
 * Programs that others have written, under all packs: what they close is not called a leak, and
 * what they leave open on purpose is found. {@code docs/measurements.md} has a row for each.
 */
@NullMarked
package io.ttalloc.it.applications;

import org.jspecify.annotations.NullMarked;
