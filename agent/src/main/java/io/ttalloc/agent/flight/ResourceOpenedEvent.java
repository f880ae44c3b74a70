package io.ttalloc.agent.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** A resource was opened; on the thread and with the stack of that. */
@Name("ttalloc.ResourceOpened")
@Label("Resource Opened")
@Description("A resource was opened by this thread and stack")
@Category("tt-alloc")
@Enabled(false)
final class ResourceOpenedEvent extends Event {
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

  @Label("Fingerprint")
  @Description("Of the type and the opening stack, as in reports")
  @Nullable String fingerprint;
}
