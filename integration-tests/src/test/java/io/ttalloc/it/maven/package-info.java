/**
 * Runs real builds with Maven, and tests the plugin in them.
 *
 * <p>{@link io.ttalloc.it.maven.Maven} is also used by other packages. JUnit's threads. Application
 * class loader.
 */
@NullMarked
package io.ttalloc.it.maven;

import org.jspecify.annotations.NullMarked;
