/**
 * YAML that people write, rules and suppressions, as a tree in which each part knows where it
 * stands; how messages speak of what is wrong with it; and how any text that is not the tool's own
 * is made visible, which {@link io.ttalloc.yaml.VisibleText} decides for everybody.
 *
 * <p>{@link io.ttalloc.yaml.YamlFile} reads a file, whatever is in it. Used by analysis, agent and
 * command line, from any thread: everything is immutable or belongs to one reading. Loaded by the
 * application loader. Only {@code YamlFile} needs the YAML parser, which takes tens of milliseconds
 * to load.
 */
@NullMarked
package io.ttalloc.yaml;

import org.jspecify.annotations.NullMarked;
