/**
 * Events for JDK Flight Recorder, emitted while a recording has them enabled.
 *
 * <p>The events need {@code jdk.jfr}, which may be missing. Therefore all classes but {@code
 * FlightStart} are loaded, by the agent's loader, only when the first recording of the process
 * begins. Events are emitted on the threads of the application, inside hooks; statistics on a
 * thread of the recorder.
 */
@NullMarked
package io.ttalloc.agent.flight;

import org.jspecify.annotations.NullMarked;
