/**
 * Resources that are not just an object with an open and a close: arrays, handles, counted
 * references, objects with an odd identity, owners, sizes that change. Each test runs a small
 * program of its own in a real JVM.
 */
@NullMarked
package io.ttalloc.it.resources;

import org.jspecify.annotations.NullMarked;
