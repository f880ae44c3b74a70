/**
 * A web service that the benchmarks measure. It uses Jetty, a pool of connections to an in-memory
 * database, and files. The service is a separate program without any reference to the agent.
 */
@NullMarked
package io.ttalloc.it.service;

import org.jspecify.annotations.NullMarked;
