/**
 * Applications and tests of Spring Boot under the agent. The programs are among the tests of the
 * module spring-boot-starter, whose class path has Spring.
 *
 * <p>Each test starts real JVMs.
 */
@NullMarked
package io.ttalloc.it.spring;

import org.jspecify.annotations.NullMarked;
