package io.ttalloc.text.yaml;

/**
 * A kind of YAML file, for messages.
 *
 * @param name the name of the kind in the singular, for example {@code rule file}; the plural is
 *     formed with an {@code s}
 * @param start a description of how such a file begins, for messages
 */
public record YamlKind(String name, String start) {}
