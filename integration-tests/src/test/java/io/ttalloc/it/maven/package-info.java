/**
 * Runs real Maven builds, and tests the plugin in them.
 *
 * <p>{@link io.ttalloc.it.maven.Maven} is also used by other packages. Runs on JUnit's threads, in
 * the application class loader.
 */
@NullMarked
package io.ttalloc.it.maven;

import org.jspecify.annotations.NullMarked;
