package io.ttalloc.agent;

import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.ResourceMethod;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.Value;
import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.rules.clause.MethodsWithValuesClause;
import io.ttalloc.text.yaml.Position;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The agent's own rules, which apply whatever the options select. */
final class OwnRules {
  private static final Position HERE = Position.wholeFile("(built in)");

  private OwnRules() {}

  static List<Rule> all() {
    return List.of(marks(), spies());
  }

  /** The rule by which a call of {@code TtAlloc.mark(name)}, whose body is empty, sets a mark. */
  private static Rule marks() {
    Value name = new Value.Path(Value.Root.PARAMETER, 0, List.of(), HERE);
    return Rule.of(
        new ClassPattern("io.ttalloc.api.TtAlloc", ClassPattern.Kind.CLASS),
        Clauses.CYCLE,
        List.of(
            new MethodsWithValuesClause.Item(
                new MethodPattern("mark", null, HERE), Map.of("name", name))),
        HERE);
  }

  /**
   * Disowns the object for which a Mockito spy is created. Mockito copies the fields of the object
   * into the spy, and the test then uses and closes the spy instead of the original.
   */
  private static Rule spies() {
    MethodPattern createMock = new MethodPattern("createMock", null, HERE);
    MethodPattern spiedInstance = new MethodPattern("getSpiedInstance", null, HERE);
    Value original =
        new Value.Path(
            Value.Root.PARAMETER, 0, List.of(new Value.Step(spiedInstance.name(), true)), HERE);
    Map<Clause<?>, Object> clauses = new LinkedHashMap<>();
    // Internal to Mockito, and therefore optional: if a version works differently, nothing is
    // disowned.
    clauses.put(Clauses.OPTIONAL, List.of(createMock, spiedInstance));
    clauses.put(Clauses.DISOWN, List.of(new ResourceMethod(createMock, original, false, null)));
    return new Rule(
        new ClassPattern("org.mockito.internal.util.MockUtil", ClassPattern.Kind.CLASS),
        false,
        clauses,
        HERE);
  }
}
