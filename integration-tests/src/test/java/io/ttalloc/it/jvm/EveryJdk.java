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
 * Marks a test method with one parameter of type {@link Jdk} whose subject depends on the JDK: its
 * own classes, start and end of the JVM, attaching, virtual threads, heap dumps. It runs on the JDK
 * that runs the build, and in continuous integration ({@code .ci/run}), which picks it by its tag,
 * on every other JDK found.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag(EveryJdk.TAG)
@ParameterizedTest(name = "{0}", allowZeroInvocations = true)
@MethodSource("io.ttalloc.it.jvm.Jdks#every")
public @interface EveryJdk {
  /** For a test that has more parameters, with {@link Jdks#every} for its JDKs. */
  String TAG = "every-jdk";
}
