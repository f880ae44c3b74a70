package io.ttalloc.junit;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Repeats the tests that are annotated with {@link NoGrowth}. Stateless. */
final class Cycles implements TestTemplateInvocationContextProvider {
  /** The minimum number of cycles: growth shows only in two or more cycles after the first. */
  private static final int MIN = 3;

  /** The number of cycles of a test template; 0 if it is not annotated with {@link NoGrowth}. */
  static int of(ExtensionContext template) {
    return template
        .getTestMethod()
        .flatMap(method -> AnnotationSupport.findAnnotation(method, NoGrowth.class))
        .map(NoGrowth::cycles)
        .orElse(0);
  }

  @Override
  public boolean supportsTestTemplate(ExtensionContext template) {
    return of(template) != 0;
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext template) {
    int cycles = of(template);
    if (cycles < MIN) {
      throw new ExtensionConfigurationException(
          "tt-alloc: @NoGrowth on "
              + template.getRequiredTestMethod()
              + ": cycles is "
              + cycles
              + ", expected "
              + MIN
              + " or more");
    }
    return IntStream.range(0, cycles)
        .mapToObj(
            cycle ->
                new TestTemplateInvocationContext() {
                  @Override
                  public String getDisplayName(int index) {
                    return "cycle " + index + " of " + cycles;
                  }
                });
  }
}
