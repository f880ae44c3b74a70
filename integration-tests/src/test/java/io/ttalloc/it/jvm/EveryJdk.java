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
 * Marks a test method whose subject depends on the JDK, such as classes of the JDK, the start and
 * end of the JVM, attaching, virtual threads or heap dumps. The method has one parameter of type
 * {@link Jdk}. It runs on the JDK of the build and, in continuous integration ({@code .ci/run},
 * which selects it by its tag), on every other JDK found.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag(EveryJdk.TAG)
@ParameterizedTest(name = "{0}", allowZeroInvocations = true)
@MethodSource("io.ttalloc.it.jvm.Jdks#every")
public @interface EveryJdk {
  /** The tag for a test with more parameters, which gets its JDKs from {@link Jdks#every}. */
  String TAG = "every-jdk";
}
