/**
 * Examines rules without running a program: lists the packs, shows what a rule file matches in jars
 * and folders, and writes a first draft of a rule file.
 *
 * <p>Used by the command {@code rules}, which starts the agent's jar as a program of its own.
 * Single-threaded. Loaded by the agent's own loader; none of these classes is loaded in a process
 * that the agent tracks.
 */
@NullMarked
package io.ttalloc.agent.check;

import org.jspecify.annotations.NullMarked;
