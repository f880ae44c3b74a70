/**
 * A small, faithful model of the part of TT-Metal that owns device memory: chips, allocators,
 * buffers, programs, the program cache, meshes and the operations built on them.
 *
 * <p>The sub-packages are layered, and each uses only those listed before it: {@code fault}, {@code
 * profile}, {@code memory}, {@code session}, {@code graph}, {@code buffer}, {@code program}, {@code
 * device}, {@code mesh}, {@code ttnn}. Names follow TT-Metal's own. The model is unaware that its
 * resources are tracked.
 *
 * <p>Used by applications. Each class documents its thread-safety. Loaded by the application's own
 * loader.
 */
@NullMarked
package io.ttalloc.runtime;

import org.jspecify.annotations.NullMarked;
