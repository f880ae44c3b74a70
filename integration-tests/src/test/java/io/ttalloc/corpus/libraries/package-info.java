/**
 * Programs that use JDK resources, or reach their own resources through proxies, reflection or the
 * HTTP server of the JDK.
 */
@NullMarked
package io.ttalloc.corpus.libraries;

import org.jspecify.annotations.NullMarked;
