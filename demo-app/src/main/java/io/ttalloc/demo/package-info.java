/**
 * The scenarios that are run on the runtime model: small programs that use a mesh as real programs
 * do, and leave behind the resources that real programs leave behind.
 *
 * <p>Used from the command line. Single-threaded. Loaded by the application's loader. Prints to
 * standard output only.
 */
@NullMarked
package io.ttalloc.demo;

import org.jspecify.annotations.NullMarked;
