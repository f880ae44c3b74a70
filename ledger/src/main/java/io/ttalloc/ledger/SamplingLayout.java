package io.ttalloc.ledger;

/**
 * The layout of the records that are written at marks: what is open of each tally, and what
 * allocators say of their memory. {@link RecordLayout} says what the fields are.
 */
public final class SamplingLayout {
  public static final int RECORD_SAMPLES = 16;
  public static final int RECORD_OPEN = 17;

  /** How many marks the ledger keeps counts of. When all are used, every second one is dropped. */
  public static final int SAMPLES = 32;

  public static final int SAMPLE_MARK = 0;
  public static final int SAMPLE_NANOS = 8;
  public static final int SAMPLE_OPENED = 16;
  public static final int SAMPLE_FLAGS = 24;
  public static final int SAMPLE_BYTES = 32;
  public static final int SAMPLES_BYTES = SAMPLES * SAMPLE_BYTES;

  /** Flag of a sample: the bytes of what is open were added up too. */
  public static final int SAMPLE_HAS_BYTES = 1;

  public static final int OPEN_MARK = 0;
  public static final int OPEN_COUNT = 8;
  public static final int OPEN_BYTES_HELD = 16;
  public static final int OPEN_CELL_BYTES = 24;
  public static final int OPEN_BYTES = SAMPLES * OPEN_CELL_BYTES;

  public static final int STATISTICS_NANOS = 0;
  public static final int STATISTICS_DEVICE = 8;
  public static final int STATISTICS_SESSION = 12;
  public static final int STATISTICS_SPACE = 16;
  public static final int STATISTICS_ROUND = 20;
  public static final int STATISTICS_ALLOCATED = 24;
  public static final int STATISTICS_FREE = 32;
  public static final int STATISTICS_LARGEST_FREE = 40;
  public static final int STATISTICS_BYTES = 48;

  private SamplingLayout() {}
}
