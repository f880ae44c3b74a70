package io.ttalloc.agent.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A resource was closed; on the thread and with the stack of that. */
@Name("ttalloc.ResourceClosed")
@Label("Resource Closed")
@Description("A resource was closed by this thread and stack")
@Category("tt-alloc")
@Enabled(false)
final class ResourceClosedEvent extends Event {
  @Label("Type")
  @Nullable String type;

  @Label("Class")
  @Nullable String resourceClass;

  @Label("Bytes")
  @DataAmount
  long bytes;

  @Label("Device")
  @Nullable String device;

  @Label("Space")
  @Nullable String space;

  @Label("Address")
  @Nullable String address;

  @Label("Lived")
  @Description("From its opening to its close")
  @Timespan
  long lived;

  @Label("Reclaimed")
  @Description("Closed by a Cleaner or another reclaimer, not by the program")
  boolean reclaimed;

  @Label("Fingerprint")
  @Description("Of the type and the opening stack, as in reports")
  @Nullable String fingerprint;
}
