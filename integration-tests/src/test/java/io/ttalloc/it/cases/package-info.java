/** Runs the programs of {@code io.ttalloc.cases} under the agent. */
@NullMarked
package io.ttalloc.it.cases;

import org.jspecify.annotations.NullMarked;
