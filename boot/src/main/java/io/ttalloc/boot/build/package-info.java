/**
 * Programs that assemble the agent's jar during the build; they are not in the jar.
 * Single-threaded.
 */
@NullMarked
package io.ttalloc.boot.build;

import org.jspecify.annotations.NullMarked;
