/**
 * Reads files that users write: YAML (rules and suppressions) as a tree in which each part knows
 * its position. Also the wording of messages about problems in such files, and {@link
 * io.ttalloc.yaml.VisibleText}, by which all parts of the tool show text that is not their own.
 *
 * <p>{@link io.ttalloc.yaml.YamlFile} reads a file. Used by analysis, agent and command line, from
 * any thread: everything is immutable or used for one reading. Loaded by the agent's own loader,
 * and by the monitor. Only {@code YamlFile} needs the YAML parser, which takes tens of milliseconds
 * to load.
 */
@NullMarked
package io.ttalloc.yaml;

import org.jspecify.annotations.NullMarked;
