package io.ttalloc.it.jvm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Marks a test method with one parameter of type {@link Jdk}, which runs once for each JDK found
 * after each change. It takes twice the time of {@link OneJdk}, so it is for what depends on the
 * JDK: its own classes, the start and the end of the JVM, attaching, virtual threads, heap dumps.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@MethodSource("io.ttalloc.it.jvm.Jdks#all")
public @interface EveryJdk {}
