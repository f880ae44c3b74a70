/**
 * Where the application's classes come from, which decides what reports call your code.
 *
 * <p>{@link io.ttalloc.agent.origin.CodeOrigins} is notified of each class by the transformer, on
 * any thread that loads one; it takes no lock that is held while other code runs, and never throws.
 * {@link io.ttalloc.agent.origin.MainProgram} decides. Loaded by the agent's own loader.
 */
@NullMarked
package io.ttalloc.agent.origin;

import org.jspecify.annotations.NullMarked;
