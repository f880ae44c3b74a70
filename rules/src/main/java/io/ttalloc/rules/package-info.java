/**
 * The rule model: immutable data that says what to track, and the base class of the clauses of a
 * rule.
 *
 * <p>A {@link io.ttalloc.rules.RulePack} is a list of {@link io.ttalloc.rules.Rule}s. Each rule
 * specifies classes and has clauses, which say, for example, which methods open and close a
 * resource. {@link io.ttalloc.rules.Clause} describes how a clause is read and woven. Every method
 * pattern and value keeps the {@link io.ttalloc.text.yaml.Position} at which it was written, so
 * that a message can name the line if a class does not have such a member.
 *
 * <p>Used by the readers of rules (YAML files, compiled packs) and by the weaver. Rules and their
 * parts are immutable and safe on any thread; an instance of any other class is used to read one
 * file or to weave one class. Loaded by the agent's own loader, before the classes of ledger and
 * probe are defined, or later if no rules are needed at startup. Reading a well-formed rule uses no
 * lambda and no regular expression, because the first use of either costs milliseconds.
 */
@NullMarked
package io.ttalloc.rules;

import org.jspecify.annotations.NullMarked;
