/**
 * A web service that the benchmarks measure: Jetty, a pool of connections to an in-memory database,
 * and files. It is a separate program that knows nothing about tracking.
 */
@NullMarked
package io.ttalloc.it.service;

import org.jspecify.annotations.NullMarked;
