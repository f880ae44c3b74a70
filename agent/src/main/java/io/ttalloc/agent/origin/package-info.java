/**
 * Determines where the application's classes come from, and thus which code reports describe as
 * your own.
 *
 * <p>The transformer notifies {@link io.ttalloc.agent.origin.CodeOrigins} of each class, on any
 * thread that loads one. That class takes no lock that is held while other code runs, and never
 * throws. {@link io.ttalloc.agent.origin.MainProgram} decides on the origin. Loaded by the agent's
 * own loader.
 */
@NullMarked
package io.ttalloc.agent.origin;

import org.jspecify.annotations.NullMarked;
