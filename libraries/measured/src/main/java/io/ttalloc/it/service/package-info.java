/**
 * A web service that the benchmarks measure: Jetty, a pool of connections to a database in memory,
 * and files. A program of its own, which knows nothing of tracking.
 */
@NullMarked
package io.ttalloc.it.service;

import org.jspecify.annotations.NullMarked;
