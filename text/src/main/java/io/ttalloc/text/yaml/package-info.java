/**
 * Reads files that users write: parses YAML (rules and suppressions) into a tree in which each node
 * has its position, and collects the problems with such files.
 *
 * <p>{@link io.ttalloc.text.yaml.YamlFile} reads a file. Used by the analysis, the agent and the
 * command line, from any thread: everything is immutable, or used to read a single file. Loaded by
 * the agent's own loader, and by the command line. Only {@code YamlFile} needs the YAML parser,
 * which takes tens of milliseconds to load.
 */
@NullMarked
package io.ttalloc.text.yaml;

import org.jspecify.annotations.NullMarked;
