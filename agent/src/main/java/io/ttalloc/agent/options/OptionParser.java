package io.ttalloc.agent.options;

import io.ttalloc.agent.options.OptionKey.Kind;
import io.ttalloc.yaml.Wording;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the options that the agent argument and the environment give. An instance is used once. */
final class OptionParser {
  private static final int MOST_PROBLEMS = 20;
  private static final String IGNORED = "; it is ignored";

  /** What follows from anything that may be meant as {@code fail-on=leak}. */
  static final String FAILS = "the run ends with " + Policy.NO_JUDGEMENT_STATUS;

  private final OptionKey[] table = OptionKey.values();
  private final Map<OptionKey, GivenOption> given = new EnumMap<>(OptionKey.class);
  private final List<String> problems = new ArrayList<>();

  /** Whether something was given that may be meant as {@code fail-on=leak}. */
  private boolean mayFailOn;

  Options.Parsed parse(String argument, Map<String, String> environment, String folder) {
    readVariables(environment);
    readArgument(argument);
    Options options =
        new OptionValues(given, new OptionPaths(environment.get("HOME"), folder), problems)
            .read(mayFailOn);
    int count = problems.size();
    if (count <= MOST_PROBLEMS) {
      return new Options.Parsed(options, problems);
    }
    List<String> first = new ArrayList<>(problems.subList(0, MOST_PROBLEMS));
    first.add(count - MOST_PROBLEMS + " more problems with options");
    return new Options.Parsed(options, first);
  }

  private void readVariables(Map<String, String> environment) {
    List<String> known = new ArrayList<>();
    for (OptionKey option : table) {
      String variable = OptionKey.variable(option.key);
      known.add(variable);
      String value = environment.get(variable);
      if (value != null && !value.isBlank()) {
        List<String> values = new ArrayList<>();
        if (option.kind == Kind.LIST) {
          split(value, values);
        } else {
          values.add(value.trim());
        }
        given.put(option, new GivenOption(variable, option, values));
      }
    }
    known.addAll(OptionKey.OTHER_VARIABLES);
    List<String> others = new ArrayList<>();
    for (String name : environment.keySet()) {
      if (OptionKey.isOurs(name) && !known.contains(name)) {
        others.add(name);
      }
    }
    if (others.size() > 1) {
      Collections.sort(others); // the environment has no order
    }
    for (String name : others) {
      tellUnknownVariable(name, known);
    }
  }

  private void tellUnknownVariable(String name, List<String> known) {
    String variable = OptionKey.variable(OptionKey.FAIL_ON.key);
    boolean failOn = variable.equals(Wording.nearest(known, name));
    mayFailOn |= failOn;
    problems.add(
        "variable "
            + Wording.visible(name, 60)
            + ": unknown, expected "
            + Wording.oneOf(known, name)
            + (failOn ? "; " + FAILS : IGNORED));
  }

  private void readArgument(String argument) {
    List<String> tokens = new ArrayList<>();
    split(argument, tokens);
    GivenOption current = null; // what a token without '=' continues
    boolean currentIsIgnored = false;
    for (String token : tokens) {
      int equals = token.indexOf('=');
      String key = equals < 0 ? token : token.substring(0, equals).trim();
      OptionKey option = option(key);
      if (equals < 0 && option == null) {
        if (!currentIsIgnored) {
          continueList(current, token);
        }
        continue;
      }
      if (equals < 0 && option.kind != Kind.FLAG) {
        boolean failOn = option == OptionKey.FAIL_ON;
        mayFailOn |= failOn;
        problems.add(
            where(token) + ": expected " + option.usage() + (failOn ? "; " + FAILS : IGNORED));
        continue;
      }
      if (option == null) {
        current = null;
        currentIsIgnored = true;
        tellUnknown(token, key);
        continue;
      }
      String value = equals < 0 ? "true" : token.substring(equals + 1).trim();
      GivenOption now = given.get(option);
      if (now == null || now.variable() != null) { // the argument wins
        now = new GivenOption(null, option, new ArrayList<>());
        given.put(option, now);
      } else if (option.kind == Kind.ONE) {
        problems.add(
            where(token) + ": '" + key + "' for a second time, expected it once; this one applies");
        now.values().clear();
      }
      now.values().add(value);
      if (equals >= 0) { // a flag between the values of a list does not end the list
        current = now;
        currentIsIgnored = false;
      }
    }
  }

  private void tellUnknown(String token, String key) {
    boolean failOn = meansFailOn(key);
    mayFailOn |= failOn;
    problems.add(
        where(token)
            + ": unknown option "
            + Wording.quote(key)
            + ", expected "
            + Wording.oneOf(OptionKey.keys(), key)
            + (failOn ? "; " + FAILS : IGNORED));
  }

  private void continueList(@Nullable GivenOption current, String token) {
    if (current != null && current.option().kind == Kind.LIST) {
      current.values().add(token);
      return;
    }
    boolean failOn = meansFailOn(token);
    mayFailOn |= failOn;
    String what = current == null ? "" : "'" + current.option().key + "' takes one value, ";
    problems.add(
        where(token)
            + ": "
            + what
            + "expected KEY=VALUE, help or verbose"
            + Wording.didYouMean(OptionKey.keys(), token)
            + (failOn ? "; " + FAILS : IGNORED));
  }

  private static boolean meansFailOn(String key) {
    return OptionKey.FAIL_ON.key.equals(Wording.nearest(OptionKey.keys(), key));
  }

  /** The token, for messages. */
  private static String where(String token) {
    return "agent argument " + Wording.quote(token);
  }

  private @Nullable OptionKey option(String key) {
    for (OptionKey option : table) {
      if (option.key.equals(key)) {
        return option;
      }
    }
    return null;
  }

  /** The parts between commas that are not blank. */
  private static void split(String text, List<String> parts) {
    int start = 0;
    while (start <= text.length()) {
      int comma = text.indexOf(',', start);
      int end = comma < 0 ? text.length() : comma;
      String part = text.substring(start, end).trim();
      if (!part.isEmpty()) {
        parts.add(part);
      }
      start = end + 1;
    }
  }
}
