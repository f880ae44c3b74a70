/**
 * Small programs modeled on public bug reports. Each leaks with the argument {@code leak}, and
 * behaves like the fixed program with any other argument. The lines that leak are marked {@code //
 * LEAK count type}; {@code CasesIT} compares the reports with these marks.
 *
 * <p>{@code EachCase} runs them, and then calls exit, since some leave threads that would keep the
 * JVM running.
 */
@NullMarked
package io.ttalloc.cases;

import org.jspecify.annotations.NullMarked;
