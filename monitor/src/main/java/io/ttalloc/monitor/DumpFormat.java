package io.ttalloc.monitor;

import java.util.Locale;

/** How a report is written. */
enum DumpFormat {
  /** For a person. */
  TEXT,
  /** For a program: schema {@code tt-alloc/1}. */
  JSON;

  /** The name as it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
