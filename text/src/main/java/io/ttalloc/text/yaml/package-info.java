/**
 * Reads files that users write: YAML (rules and suppressions) as a tree in which each node knows
 * its position, and the problems of such files.
 *
 * <p>{@link io.ttalloc.text.yaml.YamlFile} reads a file. Used by the analysis, the agent and the
 * command line, from any thread: everything is immutable or used for a single reading. Loaded by
 * the agent's own loader, and by the command line. Only {@code YamlFile} needs the YAML parser,
 * which takes tens of milliseconds to load.
 */
@NullMarked
package io.ttalloc.text.yaml;

import org.jspecify.annotations.NullMarked;
