/** A library that the cases call, so that not all of their frames are the application's. */
@NullMarked
package io.ttalloc.cases.library;

import org.jspecify.annotations.NullMarked;
