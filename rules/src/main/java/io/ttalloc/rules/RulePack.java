package io.ttalloc.rules;

import java.util.List;

/**
 * A named set of rules that are selected together.
 *
 * @param name the name used in {@code packs=}; if a user's file does not specify a name, the base
 *     name of the file
 * @param about a one-sentence description for human readers; empty if there is none
 * @param library the classes that are not the user's own code, in the order of the file
 * @param rules the rules, in the order of the file
 */
public record RulePack(String name, String about, List<ClassPattern> library, List<Rule> rules) {

  /** The pack name that selects all packs. */
  public static final String ALL = "auto";

  public RulePack {
    library = List.copyOf(library);
    rules = List.copyOf(rules);
  }
}
