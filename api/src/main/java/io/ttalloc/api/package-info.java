/**
 * The methods that an application may call, and nothing else. An application that is built against
 * this package runs with and without the agent.
 *
 * <p>Used by applications, on any thread. Loaded by the application's own class loader.
 */
@NullMarked
package io.ttalloc.api;

import org.jspecify.annotations.NullMarked;
