/**
 * Small programs modeled on public bug reports. Each leaks with the argument {@code leak}, and
 * behaves as fixed with any other. The lines that leak are marked {@code // LEAK count type};
 * {@code CasesIT} compares reports with them.
 *
 * <p>{@code EachCase} runs them, and then calls exit, since some leave threads that would keep the
 * JVM running.
 */
@NullMarked
package io.ttalloc.cases;

import org.jspecify.annotations.NullMarked;
