/**
 * Tests the script {@code tt-alloc}: when it builds the project, and its messages when it cannot do
 * so. The tests run a copy of the script in a separate tree, with a stand-in for Maven that only
 * counts builds and copies the packaged monitor.
 */
@NullMarked
package io.ttalloc.it.launcher;

import org.jspecify.annotations.NullMarked;
