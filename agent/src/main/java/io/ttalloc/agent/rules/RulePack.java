package io.ttalloc.agent.rules;

import java.util.List;

/**
 * A named set of rules that are chosen together.
 *
 * @param name the name in {@code packs=}; for a file of a user without a name, the base name of the
 *     file
 * @param about one sentence for people, empty if none was given
 * @param library classes that are not the user's own code, in the order of the file
 * @param knownBy classes whose presence says that the pack is of use; empty if those that its rules
 *     name do
 * @param rules in the order of the file
 */
public record RulePack(
    String name,
    String about,
    List<ClassPattern> library,
    List<ClassPattern> knownBy,
    List<Rule> rules) {
  public RulePack {
    knownBy = List.copyOf(knownBy);
    library = List.copyOf(library);
    rules = List.copyOf(rules);
  }
}
