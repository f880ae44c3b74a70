package io.ttalloc.benchmarks.hooks;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Checks, using the agent's own report, that a measured JVM really tracked what it opened. */
final class TrackedAll {
  /** Every measurement, however short, opens at least this number of resources. */
  private static final long MIN_COUNT = 10_000;

  private TrackedAll() {}

  /**
   * Checks a report.
   *
   * @param left the number of resources that may still be open at the end
   * @throws IllegalStateException if the report says that something is missing
   */
  static void check(Path report, long left) throws IOException {
    JsonObject totals;
    try {
      totals =
          JsonParser.parseString(Files.readString(report))
              .getAsJsonObject()
              .getAsJsonObject("totals");
    } catch (NoSuchFileException e) {
      throw new IllegalStateException(
          "the measured JVM wrote no report %s, expected one from the agent".formatted(report), e);
    }
    long opened = totals.get("opened").getAsLong();
    long closed = totals.get("closed").getAsLong();
    long dropped = totals.get("dropped").getAsLong();
    if (opened < MIN_COUNT || opened - closed > left || dropped != 0) {
      throw new IllegalStateException(
          "the measured JVM did not track what it should: opened %d, closed %d, dropped %d; expected at least %d opened, all but %d closed, none dropped"
              .formatted(opened, closed, dropped, MIN_COUNT, left));
    }
  }
}
