package io.ttalloc.probe.resource;

import java.lang.ref.ReferenceQueue;

/** Creates real resources of the probe for objects that are not woven. */
public final class OpenedForTest {
  private static final ResourceTable TABLE = new ResourceTable();
  private static final WeakIdentityMap MAP = new WeakIdentityMap();

  private OpenedForTest() {}

  /** Opens a resource in a slot, as the probe does for an object without the injected field. */
  @SuppressWarnings("NullAway") // No tally: nothing is counted.
  public static Object open(Object object, int slot) {
    Resource resource = new Resource(object, new ReferenceQueue<>(), null, slot);
    resource.opened();
    TABLE.put(slot, resource);
    MAP.put(object, resource);
    return resource;
  }

  /** Opens an owner in a slot, and begins its close. */
  @SuppressWarnings("NullAway") // No tally: nothing is counted.
  public static void openOwnerAndBeginClose(Object object, int slot) {
    Owner owner = new Owner(object, new ReferenceQueue<>(), null, slot, 0);
    owner.opened();
    owner.beginClose(1);
    TABLE.put(slot, owner);
  }

  /** Opens and closes a resource. */
  @SuppressWarnings("NullAway") // No tally: nothing is counted.
  public static Object openAndClose(Object object, int slot) {
    Resource resource = new Resource(object, new ReferenceQueue<>(), null, slot);
    resource.opened();
    resource.beginClose(1);
    resource.endClose();
    resource.settled(0);
    return resource;
  }
}
