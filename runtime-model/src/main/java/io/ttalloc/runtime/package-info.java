/**
 * A small, faithful model of the part of TT-Metal that owns device memory: chips, allocators,
 * buffers, programs, the program cache, meshes and the operations on top.
 *
 * <p>The sub-packages form one line, each uses only what stands before it: {@code fault}, {@code
 * profile}, {@code memory}, {@code session}, {@code graph}, {@code buffer}, {@code program}, {@code
 * device}, {@code mesh}, {@code ttnn}. Names follow TT-Metal's own. Nothing here knows that it is
 * tracked.
 *
 * <p>Used by applications. Thread-safety is said per class. Loaded by the application's own loader.
 */
@NullMarked
package io.ttalloc.runtime;

import org.jspecify.annotations.NullMarked;
