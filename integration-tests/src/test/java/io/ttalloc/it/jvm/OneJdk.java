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
 * Marks a test method with one parameter of type {@link Jdk} that shows a fact which hardly depends
 * on the JDK, or for which {@link EveryJdk} marks another test of the same mechanism. It runs on
 * the JDK that runs the build, and on every other JDK found only in the profile {@code
 * reliability}, which picks it by its tag.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag(OneJdk.TAG)
@ParameterizedTest(name = "{0}", allowZeroInvocations = true)
@MethodSource("io.ttalloc.it.jvm.Jdks#one")
public @interface OneJdk {
  /** For a test that has more parameters, with {@link Jdks#one} for its JDKs. */
  String TAG = "one-jdk";
}
