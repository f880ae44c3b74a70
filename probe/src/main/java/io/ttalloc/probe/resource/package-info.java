/**
 * Resources: the state of one, its links to owners and caches, and how it is found from its object
 * or its number.
 *
 * <p>For the other packages of the probe; woven code names the purposes in {@link
 * io.ttalloc.probe.resource.KeyTable}. Everything is called from any thread of the application and
 * waits for none. Heap dumps are searched for {@code Resource} and its fields. Loaded by the boot
 * loader.
 */
@NullMarked
package io.ttalloc.probe.resource;

import org.jspecify.annotations.NullMarked;
