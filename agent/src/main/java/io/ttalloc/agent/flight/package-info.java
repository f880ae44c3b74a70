/**
 * Events for JDK Flight Recorder, emitted while a recording wants them.
 *
 * <p>Refers to {@code jdk.jfr}, which may be missing, and so all but {@code FlightStart} is loaded
 * when the first recording of the process begins, by the loader of the agent. Events are emitted on
 * the threads of the application, inside hooks; statistics on a thread of the recorder.
 */
@NullMarked
package io.ttalloc.agent.flight;

import org.jspecify.annotations.NullMarked;
