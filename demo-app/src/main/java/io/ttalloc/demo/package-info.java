/**
 * The scenarios that are run against the runtime model: small programs that use a mesh as people
 * do, and leave behind what people leave behind.
 *
 * <p>Used from the command line. One thread. Loaded by the application's loader. Prints to standard
 * output only.
 */
@NullMarked
package io.ttalloc.demo;

import org.jspecify.annotations.NullMarked;
