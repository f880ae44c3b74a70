package io.ttalloc.it.jvm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Marks a test method whose subject hardly depends on the JDK, or whose mechanism is also covered
 * by a test marked {@link EveryJdk}. The method has one parameter of type {@link Jdk}. It runs on
 * the JDK of the build; the profile {@code reliability}, which selects it by its tag, also runs it
 * on every other JDK found.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag(OneJdk.TAG)
@ParameterizedTest(name = "{0}", allowZeroInvocations = true)
@MethodSource("io.ttalloc.it.jvm.Jdks#one")
public @interface OneJdk {
  /** The tag for a test with more parameters, which gets its JDKs from {@link Jdks#one}. */
  String TAG = "one-jdk";
}
