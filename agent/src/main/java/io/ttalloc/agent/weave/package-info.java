/**
 * Weaves calls of the probe's hooks into the classes that rules name.
 *
 * <p>{@link io.ttalloc.agent.weave.Weaving} is the transformer; in a process that starts with saved
 * results, {@link io.ttalloc.agent.weave.WarmWeaving} takes its place until the rules are read. A
 * class passes through the packages in the order {@code match}, {@code check}, {@code transform};
 * {@code late} finds classes that were loaded too early or unseen. Each package uses only packages
 * that precede it in this order. All this runs during class loading, on any thread of the
 * application, so no code here may call the application, except to ask class loaders for class
 * files.
 */
@NullMarked
package io.ttalloc.agent.weave;

import org.jspecify.annotations.NullMarked;
