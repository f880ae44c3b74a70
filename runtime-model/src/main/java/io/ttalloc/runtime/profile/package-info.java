/**
 * Descriptions of chips as data: memory spaces, banks, sizes, and the shape of a mesh. Immutable
 * values only.
 *
 * <p>Used by every other package of the model. Usable from any thread. Loaded by the application's
 * loader.
 */
@NullMarked
package io.ttalloc.runtime.profile;

import org.jspecify.annotations.NullMarked;
