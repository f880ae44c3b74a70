/**
 * Meshes of several chips used as one: lock-step buffers, workloads, and the queue that runs
 * workloads.
 *
 * <p>Used by operations and applications. A mesh serves one operation at a time. Loaded by the
 * application's loader.
 */
@NullMarked
package io.ttalloc.runtime.mesh;

import org.jspecify.annotations.NullMarked;
