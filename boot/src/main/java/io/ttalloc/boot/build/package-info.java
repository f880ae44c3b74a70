/** Build programs that assemble the agent's jar; none of them is in the jar. Single-threaded. */
@NullMarked
package io.ttalloc.boot.build;

import org.jspecify.annotations.NullMarked;
