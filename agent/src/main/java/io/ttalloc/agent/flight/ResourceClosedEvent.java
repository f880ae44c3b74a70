package io.ttalloc.agent.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** A resource was closed or disowned. The event has the thread and the stack of the close. */
@Name("ttalloc.ResourceClosed")
@Label("Resource Closed")
@Description("A resource was closed or disowned by this thread, with this stack trace")
@Category("tt-alloc")
@Enabled(false)
final class ResourceClosedEvent extends ResourceEvent {
  @Label("Lifetime")
  @Description("The time from the opening to the close")
  @Timespan
  long lived;

  @Label("Reclaimed")
  @Description("Closed by a Cleaner or finalizer, not by the program")
  boolean reclaimed;
}
