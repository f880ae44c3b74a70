package io.ttalloc.rules;

import java.util.List;

/**
 * A named set of rules that are selected together.
 *
 * @param name the name used in {@code packs=}; for a user's file that specifies none, the base name
 *     of the file
 * @param about a one-sentence description for human readers; empty if there is none
 * @param library the classes that are not the user's own code, in the order of the file
 * @param rules in the order of the file
 */
public record RulePack(String name, String about, List<ClassPattern> library, List<Rule> rules) {

  /** Stands for all packs in a list of pack names. */
  public static final String ALL = "auto";

  public RulePack {
    library = List.copyOf(library);
    rules = List.copyOf(rules);
  }
}
