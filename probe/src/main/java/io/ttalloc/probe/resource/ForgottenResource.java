package io.ttalloc.probe.resource;

import io.ttalloc.ledger.write.Tally;
import java.lang.ref.ReferenceQueue;

/**
 * A resource that is found by the identity of its object only while it is open. So the collector
 * need not tell when it takes the object, which otherwise costs more than the close itself. 8 bytes
 * more than others.
 */
public final class ForgottenResource extends Resource {
  /** That of its object: where the map has it. */
  final int hash;

  public ForgottenResource(Object object, ReferenceQueue<Object> collected, Tally tally, int slot) {
    super(object, collected, tally, slot);
    this.hash = WeakIdentityMap.hash(object);
  }
}
