/**
 * Faults that the model can be made to have, so that their effects can be studied. It has none by
 * default.
 *
 * <p>The first package in the line: a mesh is opened with its faults, its sessions carry them, and
 * code that has the memory of a chip can ask for them. Immutable, any thread. Loaded by the
 * application's loader.
 */
@NullMarked
package io.ttalloc.runtime.fault;

import org.jspecify.annotations.NullMarked;
