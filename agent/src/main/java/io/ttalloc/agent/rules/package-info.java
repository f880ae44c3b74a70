/**
 * The rule model: what to track, as immutable data.
 *
 * <p>A {@link io.ttalloc.agent.rules.RulePack} is a list of {@link io.ttalloc.agent.rules.Rule}s;
 * each names classes and says which of their methods open and close a resource, and where its
 * attributes can be read. Every method pattern and value keeps the {@link io.ttalloc.yaml.Position}
 * at which it was written, so that whoever finds out later that a class has no such member can
 * answer with a {@link io.ttalloc.yaml.Problem} that names the line.
 *
 * <p>Used by the readers of rules (YAML files, compiled packs) and by the weaver. Everything here
 * is immutable and safe on any thread. Loaded by the agent's own loader, at start: these classes
 * use nothing but the JDK, and on the way of a well-formed rule no lambda, no regular expression
 * and no string concatenation by {@code +}, whose first use costs milliseconds.
 */
@NullMarked
package io.ttalloc.agent.rules;

import org.jspecify.annotations.NullMarked;
