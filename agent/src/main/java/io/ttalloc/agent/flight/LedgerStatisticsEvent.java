package io.ttalloc.agent.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** The counters of the ledger. */
@Name("ttalloc.LedgerStatistics")
@Label("Ledger Statistics")
@Description("Counts of resources since tracking started")
@Category("tt-alloc")
@StackTrace(false)
@Period("1 s")
@Enabled(false)
final class LedgerStatisticsEvent extends Event {
  @Label("Opened")
  long opened;

  @Label("Closed")
  long closed;

  @Label("Collected")
  @Description("Resources that were garbage collected while open")
  long collected;

  @Label("Dropped Events")
  @Description("Events that could not be recorded")
  long dropped;

  @Label("Bytes on Devices")
  @DataAmount
  long deviceBytes;
}
