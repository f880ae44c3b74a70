/**
 * The demo scenarios for the runtime model: small programs that use a mesh as real programs do, and
 * leave the same resources open.
 *
 * <p>Used from the command line. Single-threaded. Loaded by the application's loader. Prints to
 * standard output only.
 */
@NullMarked
package io.ttalloc.demo;

import org.jspecify.annotations.NullMarked;
