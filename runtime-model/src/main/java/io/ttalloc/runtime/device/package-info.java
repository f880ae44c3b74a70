/**
 * An opened chip and the programs that the system itself runs on it.
 *
 * <p>Used by meshes. Opened and closed by one thread. Loaded by the application's loader.
 */
@NullMarked
package io.ttalloc.runtime.device;

import org.jspecify.annotations.NullMarked;
