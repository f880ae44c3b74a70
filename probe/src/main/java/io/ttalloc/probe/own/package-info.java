/**
 * Events that change the owner of a resource: scopes, and additions to and removals from caches.
 *
 * <p>Used by the recorder and by openings. Called inside a hook, on any thread of the application.
 * Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.probe.own;

import org.jspecify.annotations.NullMarked;
