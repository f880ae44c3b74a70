package io.ttalloc.yaml;

/**
 * What a file is meant to be, for messages.
 *
 * @param name {@code rule file}; takes an {@code s}
 * @param start how such a file begins, in the words of a message
 */
public record YamlKind(String name, String start) {}
