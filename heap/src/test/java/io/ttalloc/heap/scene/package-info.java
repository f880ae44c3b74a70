/**
 * The program whose heap the tests dump: one open resource for each way to keep an object
 * reachable.
 */
@NullMarked
package io.ttalloc.heap.scene;

import org.jspecify.annotations.NullMarked;
