package io.ttalloc.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Makes each test of a class, or a single test method, fail if it leaves a resource open.
 *
 * <p>A resource belongs to the innermost part of the run that opened it: an invocation of a test
 * method, a class, or the whole run. If the resource is still reachable from the class when a test
 * ends (through a static field, an instance that is shared by all its tests, or the store of an
 * extension), it belongs to the class from then on. A resource that outlives the class belongs to
 * the run, which is judged by the report at exit.
 *
 * <p>Needs the agent in the test JVM: {@code -javaagent:tt-alloc-agent.jar} and the environment
 * variable {@code TT_ALLOC_TRACKING_ENABLED=1}. If the JVM was started without the agent, the agent
 * is loaded when the first test begins, provided that its jar is on the class path or named by a
 * parameter. Parameters in {@code junit-platform.properties}:
 *
 * <ul>
 *   <li>{@code ttalloc.leaks}: {@code fail} (the default), {@code report} on standard error, or
 *       {@code off}
 *   <li>{@code ttalloc.scope}: {@code invocation} (the default), or {@code class}, to judge classes
 *       as a whole instead of their tests
 *   <li>{@code ttalloc.grace}: the time limit for closes on other threads after a test, such as
 *       {@code 5s} (the default) or {@code 300ms}
 *   <li>{@code ttalloc.agent}: the path of {@code tt-alloc-agent.jar}, optionally followed by
 *       {@code =} and options
 *   <li>{@code ttalloc.required}: {@code true} makes tests fail without the agent
 * </ul>
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(NoLeaksExtension.class)
public @interface NoLeaks {}
