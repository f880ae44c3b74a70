/**
 * What an application may call, and nothing else: an application that is built against this package
 * runs with and without the agent.
 *
 * <p>Used by applications. Any thread. Loaded by the application's own loader.
 */
@NullMarked
package io.ttalloc.api;

import org.jspecify.annotations.NullMarked;
