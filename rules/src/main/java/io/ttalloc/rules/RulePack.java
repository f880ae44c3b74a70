package io.ttalloc.rules;

import java.util.List;

/**
 * A named set of rules that are chosen together.
 *
 * @param name the name in {@code packs=}; for a file of a user without a name, the base name of the
 *     file
 * @param about one sentence for people, empty if none was given
 * @param library classes that are not the user's own code, in the order of the file
 * @param rules in the order of the file
 */
public record RulePack(String name, String about, List<ClassPattern> library, List<Rule> rules) {

  /** Stands for every pack where names of packs are given. */
  public static final String ALL = "auto";

  public RulePack {
    library = List.copyOf(library);
    rules = List.copyOf(rules);
  }
}
