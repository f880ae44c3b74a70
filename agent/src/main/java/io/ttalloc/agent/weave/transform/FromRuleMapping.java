package io.ttalloc.agent.weave.transform;

import io.ttalloc.rules.AdviceArguments;
import io.ttalloc.rules.FromRule;
import io.ttalloc.rules.MethodPattern;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.method.ParameterDescription;

/** Replaces those parameters of advice methods that are annotated with {@link FromRule}. */
final class FromRuleMapping implements Advice.OffsetMapping.Factory<FromRule> {
  private final AdviceArguments arguments;
  private final List<MethodPattern> optional;

  /**
   * @param optional members that a class may lack; if a value reads a member that the class lacks,
   *     the value is absent
   */
  FromRuleMapping(AdviceArguments arguments, List<MethodPattern> optional) {
    this.arguments = arguments;
    this.optional = optional;
  }

  @Override
  public Class<FromRule> getAnnotationType() {
    return FromRule.class;
  }

  @Override
  public Advice.OffsetMapping make(
      ParameterDescription.InDefinedShape target,
      AnnotationDescription.Loadable<FromRule> annotation,
      AdviceType adviceType) {
    String name = annotation.getValue("value").resolve(String.class);
    AdviceArguments.Argument argument = arguments.of(name);
    return new ValueMapping(name, argument, target.getType().asErasure(), optional);
  }
}
