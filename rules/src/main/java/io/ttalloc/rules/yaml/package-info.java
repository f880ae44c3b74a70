/**
 * Reads rule files: converts their YAML text to rules and a list of problems.
 *
 * <p>{@link io.ttalloc.rules.yaml.RuleFile} is the only public type, used by {@code premain} for
 * {@code rules=FILE}, by the command line, and by the build for the packs that ship in compiled
 * form. Stateless, so safe on any thread. Loaded by the agent's own loader, and only if a rule file
 * is used: this package is the only one that needs the YAML parser, which takes tens of
 * milliseconds to load. Bad input never causes an exception; it is reported as {@link
 * io.ttalloc.text.yaml.Problem}s.
 */
@NullMarked
package io.ttalloc.rules.yaml;

import org.jspecify.annotations.NullMarked;
