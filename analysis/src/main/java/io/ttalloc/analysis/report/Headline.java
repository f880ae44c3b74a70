package io.ttalloc.analysis.report;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.Misuse;
import io.ttalloc.analysis.fold.Totals;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SaturatedSum;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.TypeNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The verdict on the whole run in one sentence, with which every human-readable report begins.
 *
 * @param count the number of leaks, or of undecided entries if there are no leaks
 * @param reasons the details of the judgement, such as counts and types
 */
public record Headline(Judgement judgement, long count, String reasons) {
  private static final int TYPES_NAMED = 4;

  /** The verdict on a whole run. */
  public enum Judgement {
    LEAKS,
    NO_LEAK,
    /** No leak is known, but some entries are undecided. */
    UNDECIDED,
    /** Too little is known for a judgement. */
    NOT_JUDGED,
    /** The ledger is damaged, and its readable part shows no leak. */
    DAMAGED,
    /** Nothing but the system's own resources is open. */
    CLEAN,
    /**
     * Nothing but the system's own resources is known to be open, but there are doubts about the
     * report.
     */
    CLEAN_AS_FAR_AS_SEEN;

    /** Whether the judgement says anything about the program. */
    public boolean isJudged() {
      return this != NOT_JUDGED && this != DAMAGED && this != UNDECIDED;
    }
  }

  /** Returns the headline of a report. */
  public static Headline of(Report report) {
    if (report.isClean()) {
      return clean(report);
    }
    if (report.leaks() > 0) {
      String reasons =
          leaks(report) + notJudged(report) + suppressed(report) + known(report) + misuse(report);
      return new Headline(Judgement.LEAKS, report.leaks(), reasons);
    }
    return new Headline(
        report.confidence().damaged()
            ? Judgement.DAMAGED
            : !report.isJudged()
                ? Judgement.NOT_JUDGED
                : report.undecided() > 0 ? Judgement.UNDECIDED : Judgement.NO_LEAK,
        report.undecided(),
        stillOpen(report) + suppressed(report) + misuse(report));
  }

  /** The judgement without reasons: {@code 2 LEAKS}, {@code NO LEAK}. */
  public String badge() {
    return switch (judgement) {
      case LEAKS -> Numbers.grouped(count) + (count == 1 ? " LEAK" : " LEAKS");
      case NO_LEAK -> "NO LEAK";
      case UNDECIDED -> Numbers.grouped(count) + " UNDECIDED";
      case NOT_JUDGED -> "NOT JUDGED";
      case DAMAGED -> "NOT JUDGED: the ledger is damaged";
      case CLEAN -> "CLEAN";
      case CLEAN_AS_FAR_AS_SEEN -> "CLEAN as far as known";
    };
  }

  /** The text after the badge. */
  public String says() {
    return judgement == Judgement.DAMAGED ? "In the readable part, " + reasons : reasons;
  }

  /** The whole headline as one sentence. */
  public String text() {
    return switch (judgement) {
      case LEAKS -> badge() + ": " + says();
      case CLEAN -> "clean. " + says();
      case CLEAN_AS_FAR_AS_SEEN -> "clean as far as known. " + says();
      default -> badge() + ". " + says();
    };
  }

  /** Whether the recording was complete enough for the absence of leaks to be meaningful. */
  private static boolean isRecorded(Report report) {
    return report.confidence().unrecorded().isEmpty();
  }

  private static Headline clean(Report report) {
    String counts = openedAndClosed(report.totals());
    if (report.confidence().damaged() || !isRecorded(report)) {
      return new Headline(
          report.confidence().damaged() ? Judgement.DAMAGED : Judgement.NOT_JUDGED,
          0,
          counts + systemsOwn(report.found()));
    }
    if (report.changedMeanwhile() > 0) {
      String changed = Numbers.grouped(report.changedMeanwhile());
      return new Headline(
          Judgement.NOT_JUDGED,
          0,
          counts + ", " + changed + " opened or closed while the ledger was read");
    }
    boolean all = report.confidence().doubts().isEmpty();
    return new Headline(
        all ? Judgement.CLEAN : Judgement.CLEAN_AS_FAR_AS_SEEN,
        0,
        counts
            + hollow(report.totals().hollow())
            + ", Active allocations: "
            + activeIfClean(report));
  }

  /**
   * The number of open resources if the program left none: {@code 0}, or {@code 0, and 2 of the
   * system's own resources still open}.
   */
  public static String activeIfClean(Report report) {
    return "0" + systemsOwn(report.found());
  }

  /**
   * Text such as {@code , and 2 of the system's own resources still open}; empty if there are none.
   */
  public static String systemsOwn(long count) {
    return count == 0
        ? ""
        : ", and " + Numbers.grouped(count) + " of the system's own resources still open";
  }

  /**
   * Text such as {@code 66 open, 952,320 B by handle (48 buffers, 18 circular buffers), worst
   * Ttnn.matmul}. The bytes are marked "by handle" if handles share memory, since all other byte
   * counts include shared memory only once.
   */
  private static String leaks(Report report) {
    List<ReportEntry> leaks =
        report.entries().stream().filter(entry -> entry.group().leak()).toList();
    boolean shared = report.totals().use().bytes() != report.totals().use().handleBytes();
    Map<String, Long> byType = new LinkedHashMap<>();
    long open = 0;
    long reclaimed = 0;
    long bytes = 0;
    for (ReportEntry entry : leaks) {
      boolean gone = entry.group().verdict().isReclaimed();
      reclaimed = SaturatedSum.of(reclaimed, gone ? entry.count() : 0);
      open = SaturatedSum.of(open, gone ? 0 : entry.count());
      bytes = SaturatedSum.of(bytes, entry.bytes());
      for (ReportRow row : entry.rows()) {
        String type = Numbers.spoken(row.sum().type().name());
        byType.merge(type, row.sum().amount().count(), SaturatedSum::of);
      }
    }
    List<String> said = new ArrayList<>();
    if (open > 0) {
      said.add(Numbers.grouped(open) + " open");
    }
    if (reclaimed > 0) {
      said.add(Numbers.grouped(reclaimed) + " reclaimed");
    }
    if (bytes > 0) {
      said.add(Numbers.bytes(bytes) + (shared ? " by handle" : ""));
    }
    return String.join(", ", said)
        + " ("
        + types(byType)
        + (leaks.size() == 1 ? "), at " : "), worst ")
        + leaks.get(0).place();
  }

  private static String types(Map<String, Long> byType) {
    List<Map.Entry<String, Long>> types = new ArrayList<>(byType.entrySet());
    types.sort(Map.Entry.<String, Long>comparingByValue().reversed());
    List<String> named =
        types.subList(0, Math.min(TYPES_NAMED, types.size())).stream()
            .map(type -> TypeNames.countedSpoken(type.getValue(), type.getKey()))
            .toList();
    int more = types.size() - named.size();
    return String.join(", ", named)
        + (more > 0 ? " and " + Numbers.counted(more, "more type") : "");
  }

  private static String stillOpen(Report report) {
    if (report.findings().isEmpty()) {
      return report.confidence().damaged() ? "nothing open" : "Nothing open";
    }
    Set<Verdict> found =
        report.findings().stream().map(Finding::verdict).collect(Collectors.toSet());
    long bytes = report.totals().use().bytes();
    String open = bytes > 0 ? Numbers.bytes(bytes) : Numbers.counted(report.found(), "resource");
    List<String> names =
        Verdicts.inOrder().stream().filter(found::contains).map(Verdict::name).toList();
    String still = open + " still open, ";
    return (names.size() == 1
            ? still + "all " + names.get(0)
            : still + String.join(", ", names) + (report.isJudged() ? "" : notJudged(report)))
        + mayGrow(report);
  }

  /** Text such as {@code , 2 may grow, the largest at Pool.take}. */
  private static String mayGrow(Report report) {
    return report.entries().stream()
        .filter(ReportEntry::mayGrow)
        .max(Comparator.comparingLong(ReportEntry::count))
        .map(
            most ->
                ", "
                    + Numbers.grouped(report.mayGrow())
                    + (report.mayGrow() == 1 ? " may grow, at " : " may grow, the largest at ")
                    + most.title())
        .orElse("");
  }

  /**
   * Text such as {@code , 2 undecided} about the resources of entries for which it is unknown
   * whether they are leaks. Empty if the process has not exited in an orderly way, since the open
   * resources of such a process are not judged.
   */
  private static String notJudged(Report report) {
    if (report.process().ended() != ProcessEntry.Ended.EXIT) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    for (Verdict verdict : Verdicts.inOrder()) {
      long count = 0;
      for (ReportEntry entry : report.entries()) {
        boolean counts = entry.group().verdict() == verdict && entry.group().isNotJudged();
        count = SaturatedSum.of(count, counts ? entry.count() : 0);
      }
      if (count > 0) {
        text.append(", ").append(Numbers.grouped(count)).append(' ').append(verdict.words());
      }
    }
    return text.toString();
  }

  private static String suppressed(Report report) {
    long entries = report.suppressed();
    return entries == 0 ? "" : ", " + Numbers.grouped(entries) + " suppressed";
  }

  /** Text such as {@code , 2 NEW} or {@code , all KNOWN}; empty without a baseline or leaks. */
  private static String known(Report report) {
    if (report.effects().gone() == null || report.leaks() == 0) {
      return "";
    }
    long added = report.failures();
    return added == 0 ? ", all KNOWN" : ", " + Numbers.grouped(added) + " NEW";
  }

  private static String misuse(Report report) {
    long kinds = report.misuse().stream().filter(Misuse::hasEarlier).count();
    String misuse = kinds == 0 ? "" : ", and " + Numbers.counted(kinds, "misuse");
    long unknown = report.confidence().closesOfUnknown();
    return unknown == 0 ? misuse : misuse + ", and " + MisuseWords.closesOfUnknown(unknown);
  }

  /** Text such as {@code 215 opened, 179 closed}, or {@code 215 opened, 179 closed, 3 disowned}. */
  public static String openedAndClosed(Totals totals) {
    return openedAndClosed(totals.opened(), totals.closed(), totals.disowned());
  }

  /**
   * Like the other overload, for sums over several reports.
   *
   * @param closed the number of closed resources, including the disowned ones
   */
  public static String openedAndClosed(long opened, long closed, long disowned) {
    return Numbers.grouped(opened)
        + " opened, "
        + Numbers.grouped(Math.max(0, closed - disowned))
        + " closed"
        + (disowned == 0 ? "" : ", " + Numbers.grouped(disowned) + " disowned");
  }

  /** Text such as {@code , 3 empty containers collected}; empty if there are none. */
  public static String hollow(long containers) {
    return containers == 0
        ? ""
        : ", " + Numbers.counted(containers, "empty container") + " collected";
  }

  /**
   * The number of open resources: {@code 118}, or {@code 19 regions (22 handles) and 3 resources
   * without bytes}.
   *
   * @param addressed whether any open resource has an address
   */
  public static String active(boolean addressed, long regions, long handles, long withoutBytes) {
    if (!addressed) {
      return Numbers.grouped(handles + withoutBytes);
    }
    String memory =
        Numbers.counted(regions, "region") + " (" + Numbers.counted(handles, "handle") + ")";
    return withoutBytes == 0
        ? memory
        : memory + " and " + Numbers.counted(withoutBytes, "resource") + " without bytes";
  }

  /** The reasons for the report's confidence. */
  public static String trust(Report report) {
    return String.join("; ", reasonsOfTrust(report));
  }

  /** The reasons for the report's confidence as a list with at least one element. */
  public static List<String> reasonsOfTrust(Report report) {
    List<String> reasons = new ArrayList<>(DoubtText.of(report.confidence().doubts()));
    if (reasons.isEmpty()) {
      reasons.add("attached at start, 0 events dropped");
    }
    if (report.process().ended() == ProcessEntry.Ended.KILLED) {
      reasons.add("killed, no final collection");
    }
    return reasons;
  }
}
