/**
 * Programs of the build, which put the agent's jar together; none of them ships in it.
 * Single-threaded.
 */
@NullMarked
package io.ttalloc.boot.build;

import org.jspecify.annotations.NullMarked;
