/**
 * Loads the agent into a running JVM and sends it requests, over the socket that every HotSpot JVM
 * opens on request. The protocol is implemented here because this command often runs on a Java
 * runtime that lacks the module {@code jdk.attach}.
 *
 * <p>{@link io.ttalloc.cli.attach.AgentLoader} is the entry point for the commands of {@code
 * io.ttalloc.cli}, on their main thread. {@link io.ttalloc.cli.attach.ProcessFacts} is used by all
 * code that sends requests to other processes. Linux only. Loaded by the application loader of the
 * command line's own process.
 */
@NullMarked
package io.ttalloc.cli.attach;

import org.jspecify.annotations.NullMarked;
