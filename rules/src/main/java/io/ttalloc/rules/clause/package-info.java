/**
 * The clauses of a rule, one class each; {@link io.ttalloc.rules.clause.Clauses} lists them.
 *
 * <p>Used by the reader of rules and by the weaver, on any thread: clauses are stateless. Loaded by
 * the agent's own loader when rules are read. The advice is in nested classes, which are loaded
 * with Byte Buddy when the first class is woven.
 */
@NullMarked
package io.ttalloc.rules.clause;

import org.jspecify.annotations.NullMarked;
