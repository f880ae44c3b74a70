package io.ttalloc.rules;

import io.ttalloc.text.yaml.Position;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The source of a value that a rule uses: a constant, or a path that starts at an object, such as
 * the resource, a parameter or the result, and continues through fields and no-argument methods.
 */
public sealed interface Value {

  /** The syntax of a value that is not a constant, for messages. */
  String NO_CONSTANT =
      "a field (name), a no-argument method (name()), a chain (device().id()), a parameter ($0,"
          + " $0.name()), this or result";

  /** The syntax of any value, for messages. */
  String SYNTAX =
      "a field (name), a no-argument method (name()), a chain (device().id()), a parameter ($0,"
          + " $0.name()), result, true, false, an integer or =text";

  /** The maximum number of steps of a path. */
  int MAX_STEPS = 8;

  /** The position of the value. */
  Position position();

  /**
   * A value that is the same for every resource.
   *
   * @param value a {@link Boolean}, a {@link Long} or a {@link String}
   */
  record Constant(Object value, Position position) implements Value {
    /** The constant as it is written in a rule file. */
    @Override
    public String toString() {
      return value instanceof String text ? "=".concat(text) : value.toString();
    }
  }

  /**
   * A value that is read when a method that the rule names begins or returns.
   *
   * @param parameter the index of the parameter, counted from 0; -1 unless the root is {@link
   *     Root#PARAMETER}
   * @param steps the steps from the root; if there are none, the root itself is the value
   */
  record Path(Root root, int parameter, List<Step> steps, Position position) implements Value {
    public Path {
      steps = List.copyOf(steps);
    }

    /** The path as it is written in a rule file. */
    @Override
    public String toString() {
      StringBuilder text = new StringBuilder();
      switch (root) {
        case PARAMETER -> text.append('$').append(parameter);
        case RESULT -> text.append("result");
        case THIS -> text.append("this");
        case RESOURCE -> {
          // The text starts with the first step.
        }
      }
      for (int i = 0; i < steps.size(); i++) {
        text.append(text.isEmpty() ? "" : ".").append(steps.get(i));
      }
      return text.toString();
    }
  }

  /** The start of a path. */
  enum Root {
    /**
     * The object on which the method was called. For a static method that opens or creates
     * something, the method's result.
     */
    THIS,
    /**
     * The opened resource in clauses that record its attributes; in other clauses, the same as
     * {@link #THIS}.
     */
    RESOURCE,
    PARAMETER,
    RESULT
  }

  /** A read of a field or a call of a no-argument method. */
  record Step(String name, boolean isMethod) {
    @Override
    public String toString() {
      return isMethod ? name.concat("()") : name;
    }
  }

  /** The object on which the method was called; for a static method, its result. */
  static Value self(Position position) {
    return new Path(Root.THIS, -1, List.of(), position);
  }

  /**
   * Returns the value of an attribute of a resource. If the path of this value starts at the
   * resource, and the rule specifies the resource by a path as well, the two paths are joined.
   */
  static @Nullable Value of(Value resource, @Nullable Value value) {
    if (value instanceof Path path
        && path.root() == Root.RESOURCE
        && resource instanceof Path from
        && !(from.root() == Root.THIS && from.steps().isEmpty())) {
      List<Step> steps = new ArrayList<>(from.steps());
      steps.addAll(path.steps());
      return new Path(from.root(), from.parameter(), steps, path.position());
    }
    return value;
  }

  /** Parses a value; null if the text is not a value. */
  static @Nullable Value parse(String text, Position position) {
    if (text.isEmpty()) {
      return null;
    }
    char first = text.charAt(0);
    if (first == '=') {
      return text.length() == 1 ? null : new Constant(text.substring(1), position);
    }
    if (text.equals("true") || text.equals("false")) {
      return new Constant(Boolean.valueOf(text), position);
    }
    if (first == '-' || (first >= '0' && first <= '9')) {
      Long number = integer(text);
      return number == null ? null : new Constant(number, position);
    }
    return path(text, position);
  }

  private static @Nullable Long integer(String text) {
    try {
      return text.startsWith("0x") ? Long.valueOf(text.substring(2), 16) : Long.valueOf(text);
    } catch (NumberFormatException notANumber) {
      return null;
    }
  }

  private static @Nullable Value path(String text, Position position) {
    Root root = Root.RESOURCE;
    int parameter = -1;
    List<Step> steps = new ArrayList<>();
    int start = 0;
    while (start <= text.length()) {
      int dot = text.indexOf('.', start);
      int end = dot < 0 ? text.length() : dot;
      String segment = text.substring(start, end);
      if (start == 0 && segment.startsWith("$")) {
        root = Root.PARAMETER;
        parameter = parameterIndex(segment);
        if (parameter < 0) {
          return null;
        }
      } else if (start == 0 && segment.equals("result")) {
        root = Root.RESULT;
      } else if (start == 0 && segment.equals("this")) {
        root = Root.THIS;
      } else {
        boolean isMethod = segment.endsWith("()");
        String name = isMethod ? segment.substring(0, segment.length() - 2) : segment;
        if (!Names.isIdentifier(name) || name.charAt(0) == '$' || steps.size() == MAX_STEPS) {
          return null;
        }
        steps.add(new Step(name, isMethod));
      }
      start = end + 1;
    }
    return new Path(root, parameter, steps, position);
  }

  /** The index of a parameter in a segment such as {@code $0}; the JVM allows 255 parameters. */
  private static int parameterIndex(String segment) {
    int index = 0;
    for (int i = 1; i < segment.length(); i++) {
      char c = segment.charAt(i);
      if (c < '0' || c > '9' || i > 3) {
        return -1;
      }
      index = index * 10 + (c - '0');
    }
    return segment.length() > 1 && index < 255 ? index : -1;
  }
}
