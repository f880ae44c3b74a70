/**
 * Programs that assemble the agent's jar during the build. The jar does not contain them.
 * Single-threaded.
 */
@NullMarked
package io.ttalloc.boot.build;

import org.jspecify.annotations.NullMarked;
