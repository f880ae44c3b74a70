/**
 * Other agents and debuggers in the same JVM, which rewrite, redefine or retransform classes,
 * before or after this agent. Each test runs a small program in a real JVM.
 */
@NullMarked
package io.ttalloc.it.otheragents;

import org.jspecify.annotations.NullMarked;
