/**
 * Resources: their state, their links to owners and caches, and how they are found by object or
 * number.
 *
 * <p>Used by the other packages of the probe; woven code refers to the purposes in {@link
 * io.ttalloc.probe.resource.KeyTable}. Everything may be called from any thread of the application;
 * no call blocks. Heap dumps are searched for {@code Resource} and its fields. Loaded by the boot
 * loader.
 */
@NullMarked
package io.ttalloc.probe.resource;

import org.jspecify.annotations.NullMarked;
