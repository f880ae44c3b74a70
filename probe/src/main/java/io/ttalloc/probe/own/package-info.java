/**
 * Events that change to whom a resource belongs: scopes, and what caches take in and give up.
 *
 * <p>For the recorder and for openings. Called inside a hook, on any thread of the application.
 * Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.probe.own;

import org.jspecify.annotations.NullMarked;
