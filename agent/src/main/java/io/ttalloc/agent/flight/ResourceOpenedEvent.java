package io.ttalloc.agent.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A resource was opened. The event has the thread and the stack of the opening. */
@Name("ttalloc.ResourceOpened")
@Label("Resource Opened")
@Description("A resource was opened by this thread, with this stack trace")
@Category("tt-alloc")
@Enabled(false)
final class ResourceOpenedEvent extends ResourceEvent {}
