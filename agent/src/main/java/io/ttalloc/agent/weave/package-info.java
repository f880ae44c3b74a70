/**
 * Weaves calls of the probe's hooks into the classes that rules name.
 *
 * <p>{@link io.ttalloc.agent.weave.Weaving} is the transformer; until the rules are read, {@link
 * io.ttalloc.agent.weave.WarmWeaving} is. A class passes through the packages in the order {@code
 * match}, {@code check}, {@code transform}; {@code late} finds classes that were loaded too early
 * or unseen. A package uses only those before it. All this runs during class loading, on any thread
 * of the application, so nothing here may call the application, except class loaders for class
 * files.
 */
@NullMarked
package io.ttalloc.agent.weave;

import org.jspecify.annotations.NullMarked;
