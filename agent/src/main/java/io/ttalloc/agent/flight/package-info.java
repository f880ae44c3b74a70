/**
 * Events for JDK Flight Recorder, emitted while a recording wants them.
 *
 * <p>{@code FlightWatch} is there from the start and refers to nothing of {@code jdk.jfr}, which
 * may be missing. All else is loaded when the first recording of the process begins, by the loader
 * of the agent. Events are emitted on the threads of the application, inside hooks; statistics on a
 * thread of the recorder.
 */
@NullMarked
package io.ttalloc.agent.flight;

import org.jspecify.annotations.NullMarked;
