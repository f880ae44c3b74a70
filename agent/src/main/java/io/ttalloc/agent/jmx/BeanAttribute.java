package io.ttalloc.agent.jmx;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.watch.LedgerPulse;
import java.nio.file.Path;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.OpenMBeanAttributeInfoSupport;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of the bean, as a table from which the bean describes itself and answers requests.
 */
@SuppressWarnings("ImmutableEnumChecker") // open types, and lambdas that capture nothing
enum BeanAttribute {
  OPENED("Opened", "Resources opened so far", SimpleType.LONG, (path, now) -> now.opened()),
  CLOSED(
      "Closed",
      "Resources closed or disowned so far",
      SimpleType.LONG,
      (path, now) -> now.closed()),
  COLLECTED(
      "Collected",
      "Resources that were garbage collected while open",
      SimpleType.LONG,
      (path, now) -> now.collected()),
  OPEN(
      "Open",
      "Resources neither closed nor disowned, whether collected or not",
      SimpleType.LONG,
      (path, now) -> now.open()),
  DROPPED(
      "Dropped",
      "Events that could not be recorded",
      SimpleType.LONG,
      (path, now) -> now.dropped()),
  DEVICE_BYTES(
      "DeviceBytes",
      "Bytes of device memory that open handles occupy",
      SimpleType.LONG,
      (path, now) -> now.deviceBytes()),
  BY_TYPE("ByType", TypeTable.ABOUT, TypeTable.TYPE, (path, now) -> TypeTable.of(now.types())),
  LEDGER("Ledger", "The path of the ledger", SimpleType.STRING, (path, now) -> path.toString()),
  ATTACHED_LATE(
      "AttachedLate",
      "Whether the agent was attached to the running process, so that earlier openings are unknown",
      SimpleType.BOOLEAN,
      (path, now) -> now.process().attachedLate()),
  SWITCHED_OFF(
      "SwitchedOff",
      "Whether tracking has switched itself off after errors",
      SimpleType.BOOLEAN,
      (path, now) -> now.process().gaps().contains(Gap.SWITCHED_OFF));

  private interface Value {
    Object of(Path ledger, LedgerPulse now);
  }

  final String key;
  private final String about;
  private final OpenType<?> type;
  private final Value value;

  BeanAttribute(String key, String about, OpenType<?> type, Value value) {
    this.key = key;
    this.about = about;
    this.type = type;
    this.value = value;
  }

  /**
   * The attribute with this name.
   *
   * @return null if there is none
   */
  static @Nullable BeanAttribute named(String key) {
    for (BeanAttribute each : values()) {
      if (each.key.equals(key)) {
        return each;
      }
    }
    return null;
  }

  /** The value of this attribute according to one reading of the counters. */
  Object of(Path ledger, LedgerPulse now) {
    return value.of(ledger, now);
  }

  OpenMBeanAttributeInfo info() {
    return new OpenMBeanAttributeInfoSupport(key, about, type, true, false, false);
  }
}
