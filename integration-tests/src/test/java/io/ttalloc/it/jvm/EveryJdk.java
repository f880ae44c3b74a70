package io.ttalloc.it.jvm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Marks a test method with one parameter of type {@link Jdk}, which runs once for each JDK found in
 * every build. Takes twice the time of {@link OneJdk}, so use it where the JDK matters: its own
 * classes, start and end of the JVM, attaching, virtual threads, heap dumps.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@MethodSource("io.ttalloc.it.jvm.Jdks#all")
public @interface EveryJdk {}
