/**
 * Tests the native interfaces with C++ programs that declare the same structs as TT-Metal. Without
 * g++, each of these tests is skipped with a one-line message.
 *
 * <p>Contains only tests.
 */
@NullMarked
package io.ttalloc.natives.programs;

import org.jspecify.annotations.NullMarked;
