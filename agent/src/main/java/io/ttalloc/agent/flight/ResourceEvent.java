package io.ttalloc.agent.flight;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import org.jspecify.annotations.Nullable;

/** The fields that all events about resources have. */
abstract class ResourceEvent extends Event {
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
  @Description("Identifies the type and the opening stack, as in reports")
  @Nullable String fingerprint;
}
