/**
 * Resources that are not simply an object with an open and a close: arrays, handles, counted
 * references, objects with an unusual identity, owners, and resources whose size changes. Each test
 * runs a small program in a real JVM.
 */
@NullMarked
package io.ttalloc.it.resources;

import org.jspecify.annotations.NullMarked;
