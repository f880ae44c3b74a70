package io.ttalloc.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Each test of the class, or the one test method, fails if it leaves something open.
 *
 * <p>A resource belongs to the innermost part of the run that opened it: an invocation of a test
 * method, a class, or the whole run. What the class still reaches when a test ends (a static field,
 * an instance that serves all its tests, the store of an extension) belongs to the class from then
 * on, and what outlives the class belongs to the run, which the report at exit judges.
 *
 * <p>Needs the agent in the JVM of the tests: {@code -javaagent:tt-alloc-agent.jar} and the
 * variable {@code TT_ALLOC_TRACKING_ENABLED=1}. Without, it is loaded when the first test begins,
 * if its jar is on the class path or a parameter names it. Parameters in {@code
 * junit-platform.properties}:
 *
 * <ul>
 *   <li>{@code ttalloc.leaks}: {@code fail} (the default), {@code report} on standard error, or
 *       {@code off}
 *   <li>{@code ttalloc.scope}: {@code invocation} (the default), or {@code class}, to judge what a
 *       class leaves and not its tests
 *   <li>{@code ttalloc.grace}: how long closes on other threads may take after a test, such as
 *       {@code 5s} (the default) or {@code 300ms}
 *   <li>{@code ttalloc.agent}: the path of {@code tt-alloc-agent.jar}, perhaps followed by {@code
 *       =} and options
 *   <li>{@code ttalloc.required}: {@code true}: without the agent tests fail
 * </ul>
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(NoLeaksExtension.class)
public @interface NoLeaks {}
