/**
 * Faults that can be enabled in the model to study their effects. None is enabled by default.
 *
 * <p>The lowest layer of the model. A mesh is opened with its faults, each of its sessions has
 * them, and code that has access to a chip's memory can query them. Immutable, so usable from any
 * thread. Loaded by the application's loader.
 */
@NullMarked
package io.ttalloc.runtime.fault;

import org.jspecify.annotations.NullMarked;
