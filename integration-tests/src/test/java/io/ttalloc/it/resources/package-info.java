/**
 * Tests of resources other than objects that are opened and closed once: arrays, handles, counted
 * references, objects with an unusual identity, owners, and resources whose size changes. Each test
 * runs a small program in a real JVM.
 */
@NullMarked
package io.ttalloc.it.resources;

import org.jspecify.annotations.NullMarked;
