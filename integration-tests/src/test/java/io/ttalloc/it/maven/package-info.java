/**
 * Real builds with Maven: what they need, and the plugin in them.
 *
 * <p>{@link io.ttalloc.it.maven.Maven} serves other packages, too. JUnit's threads. Application
 * class loader.
 */
@NullMarked
package io.ttalloc.it.maven;

import org.jspecify.annotations.NullMarked;
