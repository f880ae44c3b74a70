/**
 * Programs that use resources of the JDK, or reach their resources through its proxies, reflection
 * or HTTP server.
 */
@NullMarked
package io.ttalloc.corpus.libraries;

import org.jspecify.annotations.NullMarked;
