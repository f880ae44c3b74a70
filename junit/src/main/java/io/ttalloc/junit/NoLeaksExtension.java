package io.ttalloc.junit;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;

/**
 * Fails tests that leak; see {@link NoLeaks}. May also be registered for a whole run by JUnit's
 * auto-detection.
 *
 * <p>Each JUnit context has a {@link TestScope}, which begins before any code of the test runs and
 * ends when JUnit closes the context, after other extensions have closed their resources.
 * Stateless.
 */
public final class NoLeaksExtension
    implements BeforeAllCallback,
        BeforeEachCallback,
        TestInstancePreConstructCallback,
        InvocationInterceptor {

  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
    return ExtensionContextScope.TEST_METHOD;
  }

  @Override
  public void preConstructTestInstance(
      TestInstanceFactoryContext factory, ExtensionContext context) {
    TestScope.of(context).enterUntilItEnds();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    TestScope.of(context).enterUntilItEnds();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    TestScope.of(context).enterUntilItEnds();
  }

  @Override
  public <T> T interceptTestClassConstructor(
      Invocation<T> invocation,
      ReflectiveInvocationContext<Constructor<T>> called,
      ExtensionContext context)
      throws Throwable {
    return TestScope.of(context).run(invocation);
  }

  @Override
  public void interceptBeforeAllMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> called,
      ExtensionContext context)
      throws Throwable {
    TestScope.of(context).run(invocation);
  }

  @Override
  public void interceptBeforeEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> called,
      ExtensionContext context)
      throws Throwable {
    TestScope.of(context).run(invocation);
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> called,
      ExtensionContext context)
      throws Throwable {
    TestScope.of(context).run(invocation);
  }

  @Override
  public <T> T interceptTestFactoryMethod(
      Invocation<T> invocation,
      ReflectiveInvocationContext<Method> called,
      ExtensionContext context)
      throws Throwable {
    return TestScope.of(context).run(invocation);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> called,
      ExtensionContext context)
      throws Throwable {
    TestScope.of(context).run(invocation);
  }

  @Override
  public void interceptDynamicTest(
      Invocation<Void> invocation, DynamicTestInvocationContext called, ExtensionContext context)
      throws Throwable {
    ExtensionContext factory = context;
    Optional<ExtensionContext> around = context.getParent();
    // There may be dynamic containers, which have no method, between the test and its factory.
    while (factory.getTestMethod().isEmpty() && around.isPresent()) {
      factory = around.get();
      around = factory.getParent();
    }
    TestScope.of(factory).runDynamic(invocation, context);
  }

  @Override
  public void interceptAfterEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> called,
      ExtensionContext context)
      throws Throwable {
    TestScope.of(context).run(invocation);
  }

  @Override
  public void interceptAfterAllMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> called,
      ExtensionContext context)
      throws Throwable {
    TestScope.of(context).run(invocation);
  }
}
