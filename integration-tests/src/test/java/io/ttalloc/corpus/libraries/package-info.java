/**
 * Programs whose resources are those of the JDK, or are reached through its proxies, reflection and
 * HTTP server.
 */
@NullMarked
package io.ttalloc.corpus.libraries;

import org.jspecify.annotations.NullMarked;
