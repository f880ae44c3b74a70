/**
 * The native interfaces against programs in C++ that declare the structs as TT-Metal does. These
 * tests are skipped, with one line each, where there is no g++.
 *
 * <p>Only tests are here; on the threads of the tests, on the application class loader.
 */
@NullMarked
package io.ttalloc.natives.programs;

import org.jspecify.annotations.NullMarked;
