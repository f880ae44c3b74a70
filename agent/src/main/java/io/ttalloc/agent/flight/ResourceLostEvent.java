package io.ttalloc.agent.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A resource was collected while it was open. No code did this, so the event has no stack. */
@Name("ttalloc.ResourceLost")
@Label("Resource Lost")
@Description("A resource was garbage collected before it was closed")
@Category("tt-alloc")
@StackTrace(false)
@Enabled(false)
final class ResourceLostEvent extends ResourceEvent {
  @Label("Lifetime")
  @Description("The time from the opening to the collection")
  @Timespan
  long lived;

  @Label("Opened By")
  @Description("The stack that opened the resource, one call per line, innermost first")
  @Nullable String openingStack;
}
