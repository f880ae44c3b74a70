/**
 * What rules mean, without a program that runs: the packs that there are, what a rule file matches
 * in jars and folders, and a first draft of one.
 *
 * <p>Used by the command {@code rules}, which starts the agent's jar as a program of its own. One
 * thread. Loaded by the application loader; nothing of it is loaded where the agent tracks.
 */
@NullMarked
package io.ttalloc.agent.check;

import org.jspecify.annotations.NullMarked;
