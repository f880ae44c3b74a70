/**
 * Tensors and the operations on them: the API that applications call.
 *
 * <p>Operations on one mesh are serialized by the mesh. Loaded by the application's loader.
 */
@NullMarked
package io.ttalloc.runtime.ttnn;

import org.jspecify.annotations.NullMarked;
