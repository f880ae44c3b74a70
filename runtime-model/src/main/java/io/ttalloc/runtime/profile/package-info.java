/**
 * What a chip is made of, as data: spaces, banks, sizes, the shape of a mesh. Immutable values
 * only.
 *
 * <p>Used by every other package of the model. Any thread. Loaded by the application's loader.
 */
@NullMarked
package io.ttalloc.runtime.profile;

import org.jspecify.annotations.NullMarked;
