/**
 * What can be made to go wrong: faults that the model is told to have, so that what they leave
 * behind can be looked at. None of them is there by default.
 *
 * <p>The first package in the line: a mesh is opened with its faults, its sessions carry them, and
 * whoever has the memory of a chip can ask. Immutable, any thread. Loaded by the application's
 * loader.
 */
@NullMarked
package io.ttalloc.runtime.fault;

import org.jspecify.annotations.NullMarked;
