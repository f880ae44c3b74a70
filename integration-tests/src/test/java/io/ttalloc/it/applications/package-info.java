/**
 * Programs written by others, under all packs: resources that they close are not reported as leaks,
 * and resources that they leave open on purpose are found. {@code docs/measurements.md} has a row
 * for each program.
 */
@NullMarked
package io.ttalloc.it.applications;

import org.jspecify.annotations.NullMarked;
