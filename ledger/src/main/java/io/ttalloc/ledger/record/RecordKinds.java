package io.ttalloc.ledger.record;

import static io.ttalloc.ledger.RecordLayout.*;

import org.jspecify.annotations.Nullable;

/**
 * The kinds of records. Each kind has a case in both methods of this class; the compiler rejects a
 * number that is used twice. The class of a kind is loaded only when a ledger contains a record of
 * that kind.
 */
public final class RecordKinds {
  private RecordKinds() {}

  /** The minimum payload length of a kind; -1 if there is no such kind. */
  public static int leastBytes(int number) {
    return switch (number) {
      case RECORD_TEXT, RECORD_STACK, RECORD_PADDING -> 0;
      case RECORD_FRAME -> FRAME_BYTES;
      case RECORD_TYPE -> TYPE_BYTES;
      case RECORD_TALLY -> TALLY_BYTES;
      case RECORD_LIFETIMES -> LIFETIMES_BYTES;
      case RECORD_CLOSE_SITE -> CLOSE_SITE_BYTES;
      case RECORD_MISUSE -> MISUSE_BYTES;
      case RECORD_DEVICE -> DEVICE_BYTES;
      case RECORD_SPACE -> SPACE_BYTES;
      case RECORD_HISTORY -> HISTORY_HEAD_BYTES;
      case RECORD_SAMPLES -> SAMPLES_BYTES;
      case RECORD_OPEN -> OPEN_BYTES;
      case StatisticsRecord.NUMBER -> StatisticsRecord.BYTES;
      case SiteRecord.NUMBER -> SiteRecord.BYTES;
      case ThreadRecord.NUMBER -> ThreadRecord.BYTES;
      case OriginRecord.NUMBER -> OriginRecord.BYTES;
      case GuardRecord.NUMBER -> GuardRecord.BYTES;
      case SystemCodeRecord.NUMBER -> SystemCodeRecord.BYTES;
      case SuperTypeRecord.NUMBER -> SuperTypeRecord.BYTES;
      case NotWovenRecord.NUMBER -> NotWovenRecord.BYTES;
      case HolderRecord.NUMBER -> HolderRecord.BYTES;
      case MethodRecord.NUMBER -> MethodRecord.BYTES;
      default -> -1;
    };
  }

  /**
   * Decodes a record as a row of a table; null if it should be skipped, or if records of its kind
   * are not rows but are referred to by their ids.
   *
   * @param record the record, at least as long as its kind requires
   */
  public static @Nullable Object row(Payload record, RecordContext context) {
    return switch (record.kind()) {
      case RECORD_CLOSE_SITE -> CloseSiteEntry.read(record, context);
      case RECORD_MISUSE -> MisuseEntry.read(record, context);
      case RECORD_DEVICE -> DeviceEntry.read(record, context);
      case RECORD_SPACE -> SpaceEntry.read(record, context);
      case StatisticsRecord.NUMBER -> StatisticsRecord.read(record, context);
      case SiteRecord.NUMBER -> SiteRecord.read(record, context);
      case ThreadRecord.NUMBER -> ThreadRecord.read(record, context);
      case OriginRecord.NUMBER -> OriginRecord.read(record, context);
      case GuardRecord.NUMBER -> GuardRecord.read(record, context);
      case SystemCodeRecord.NUMBER -> SystemCodeRecord.read(record, context);
      case SuperTypeRecord.NUMBER -> SuperTypeRecord.read(record, context);
      case NotWovenRecord.NUMBER -> NotWovenRecord.read(record, context);
      case HolderRecord.NUMBER -> HolderRecord.read(record, context);
      case MethodRecord.NUMBER -> MethodRecord.read(record, context);
      default -> null;
    };
  }
}
