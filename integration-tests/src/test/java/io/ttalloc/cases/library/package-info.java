/** A library that the cases call, so that not all of their frames belong to the application. */
@NullMarked
package io.ttalloc.cases.library;

import org.jspecify.annotations.NullMarked;
