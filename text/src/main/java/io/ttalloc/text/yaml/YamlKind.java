package io.ttalloc.text.yaml;

/**
 * A kind of YAML file, for messages.
 *
 * @param name its name in the singular, for example {@code rule file}; the plural takes an {@code
 *     s}
 * @param start how such a file begins, in the words of a message
 */
public record YamlKind(String name, String start) {}
