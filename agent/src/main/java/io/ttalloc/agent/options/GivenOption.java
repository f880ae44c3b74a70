package io.ttalloc.agent.options;

import io.ttalloc.yaml.Wording;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values that a user gave for one option.
 *
 * @param variable the environment variable that has them; null if the agent argument does
 * @param values as written; exactly one unless the option takes a list
 */
record GivenOption(@Nullable String variable, OptionKey option, List<String> values) {

  /** Where the value was given and what it is, for messages. */
  String where(String value) {
    return variable == null
        ? "agent argument " + Wording.quote(option.key + "=" + value)
        : "variable " + variable + "=" + Wording.quote(value);
  }
}
