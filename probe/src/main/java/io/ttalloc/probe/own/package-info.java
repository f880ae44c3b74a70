/**
 * Events that change which owner a resource belongs to: scopes, and what is added to caches and
 * removed from them.
 *
 * <p>For the recorder and for openings. Called inside a hook, on any thread of the application.
 * Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.probe.own;

import org.jspecify.annotations.NullMarked;
