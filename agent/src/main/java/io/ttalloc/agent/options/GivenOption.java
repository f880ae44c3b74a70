package io.ttalloc.agent.options;

import io.ttalloc.yaml.Wording;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a user gave for one option.
 *
 * @param variable the variable that it stands in, null if it is the agent argument
 * @param values as written; of an option that takes one value, exactly one
 */
record GivenOption(@Nullable String variable, OptionKey option, List<String> values) {

  /** The place and the text, for messages: where a user has to look. */
  String where(String value) {
    return variable == null
        ? "agent argument " + Wording.quote(option.key + "=" + value)
        : "variable " + variable + "=" + Wording.quote(value);
  }
}
