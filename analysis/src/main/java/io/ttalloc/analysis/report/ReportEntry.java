package io.ttalloc.analysis.report;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.PartOf;
import io.ttalloc.analysis.finding.Whose;
import io.ttalloc.analysis.site.Title;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.ledger.read.SaturatedSum;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The findings of one owner and one call, which a report shows under one number. Findings that
 * differ only in the callers of that call, and so perhaps in their owners, are one entry, too.
 *
 * <p>Whatever counts leaks counts entries: the headline, the headings, JSON, the page, {@code
 * verify} and the exit status. See {@link Report#leaks}.
 *
 * @param group what it has in common with the others under its heading
 * @param heading the call of the user's own code
 * @param rows by type, space and opening line, the worst first, and their parts behind them
 */
public record ReportEntry(Group group, Title heading, List<ReportRow> rows) {
  private static final Comparator<ReportEntry> WORST_FIRST =
      Comparator.comparing((ReportEntry entry) -> !entry.isOwn())
          .thenComparing(entry -> !entry.mayGrow())
          .thenComparing(ReportEntry::bytes, Comparator.reverseOrder())
          .thenComparing(ReportEntry::count, Comparator.reverseOrder())
          .thenComparingLong(ReportEntry::oldestOpenedNanos);

  /** The common properties of the findings under one heading. */
  public record Group(
      Verdict verdict,
      boolean leak,
      boolean growing,
      List<String> heldBy,
      @Nullable String suppressedBy,
      @Nullable String baseline) {

    /** {@code a leak}, {@code not a leak}, {@code suppressed} or {@code not judged}. */
    public String judgement() {
      if (leak) {
        return "a leak";
      }
      if (suppressedBy != null) {
        return "suppressed";
      }
      return verdict.isConclusive() ? "not a leak" : "not judged";
    }

    /** Whether it is too early, or too little is known, to say whether it is a leak. */
    public boolean isNotJudged() {
      return !leak && suppressedBy == null && !verdict.isConclusive();
    }

    /** {@code LEFT_OPEN and GROWING (NEW), a leak}. */
    public String name() {
      return verdict
          + (growing ? " and GROWING" : "")
          + (baseline == null ? "" : " (" + baseline + ")")
          + ", "
          + judgement();
    }

    static Group of(Finding finding) {
      return new Group(
          finding.verdict(),
          finding.leak(),
          finding.growing(),
          finding.ownership().heldBy(),
          finding.judgement().suppressedBy(),
          finding.judgement().baseline());
    }
  }

  /** Nobody is to look for a close of their own in the leak of a library. */
  private record OwnerAndCall(List<String> roots, String call, Whose.By by) {}

  private record CallAndLines(String call, Whose.By by, Set<ReportRow.Line> lines) {}

  /** The entries of a report's findings, those of one heading together, the worst first. */
  public static List<ReportEntry> of(List<Finding> findings) {
    Map<Finding, List<Finding>> parts = parts(findings);
    Set<Finding> folded = Collections.newSetFromMap(new IdentityHashMap<>());
    parts.values().forEach(folded::addAll);
    Map<Group, List<Finding>> groups = new LinkedHashMap<>();
    for (Finding finding : findings) {
      if (!folded.contains(finding)) {
        groups.computeIfAbsent(Group.of(finding), k -> new ArrayList<>()).add(finding);
      }
    }
    List<ReportEntry> entries = new ArrayList<>();
    groups.forEach((group, members) -> entries.addAll(of(group, members, parts)));
    return List.copyOf(entries);
  }

  /**
   * The findings that are parts of others, by those. A leak is no part of what is none, and what a
   * suppression or the baseline treats otherwise stays by itself.
   */
  private static Map<Finding, List<Finding>> parts(List<Finding> findings) {
    IdentityHashMap<Finding, List<Finding>> parts = new IdentityHashMap<>();
    for (Finding part : findings) {
      PartOf partOf = part.identity().partOf();
      if (partOf != null) {
        findings.stream()
            .filter(whole -> partOf.is(whole) && isPart(Group.of(part), Group.of(whole)))
            .findFirst()
            .ifPresent(whole -> parts.computeIfAbsent(whole, k -> new ArrayList<>()).add(part));
      }
    }
    return parts;
  }

  private static boolean isPart(Group part, Group whole) {
    return (whole.leak() || !part.leak())
        && (whole.growing() || !part.growing())
        && Objects.equals(part.suppressedBy(), whole.suppressedBy())
        && Objects.equals(part.baseline(), whole.baseline());
  }

  /** The entries under each heading, in their order. */
  public static Map<Group, List<ReportEntry>> byHeading(List<ReportEntry> entries) {
    Map<Group, List<ReportEntry>> headings = new LinkedHashMap<>();
    for (ReportEntry entry : entries) {
      headings.computeIfAbsent(entry.group(), k -> new ArrayList<>()).add(entry);
    }
    return headings;
  }

  private static List<ReportEntry> of(
      Group group, List<Finding> findings, Map<Finding, List<Finding>> parts) {
    Map<OwnerAndCall, List<Finding>> byOwner = new LinkedHashMap<>();
    for (Finding finding : findings) {
      OwnerAndCall key =
          new OwnerAndCall(
              finding.ownership().roots(), finding.opening().call(), finding.whose().by());
      byOwner.computeIfAbsent(key, k -> new ArrayList<>()).add(finding);
    }
    // Another caller may have opened another owner at the same line.
    Map<CallAndLines, List<Finding>> byLines = new LinkedHashMap<>();
    byOwner.forEach(
        (key, members) -> {
          Set<ReportRow.Line> lines = new LinkedHashSet<>();
          members.forEach(finding -> lines.add(ReportRow.Line.of(finding)));
          byLines
              .computeIfAbsent(
                  new CallAndLines(key.call(), key.by(), lines), k -> new ArrayList<>())
              .addAll(members);
        });
    List<ReportEntry> entries = new ArrayList<>();
    byLines.forEach(
        (key, members) -> {
          List<ReportRow> rows = new ArrayList<>(ReportRow.of(members, false));
          List<Finding> within = new ArrayList<>();
          members.forEach(member -> within.addAll(parts.getOrDefault(member, List.of())));
          rows.addAll(ReportRow.of(within, true));
          entries.add(
              new ReportEntry(group, rows.get(0).sum().opening().heading(), List.copyOf(rows)));
        });
    entries.sort(WORST_FIRST);
    return entries;
  }

  /** The text of the heading. */
  public String title() {
    return heading.text();
  }

  /** Its rows without parts. */
  public List<ReportRow> wholes() {
    return rows.stream().filter(row -> !row.part()).toList();
  }

  /** The rows of what would be closed with others of the entry. */
  public List<ReportRow> parts() {
    return rows.stream().filter(ReportRow::part).toList();
  }

  /** All findings in it. */
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    rows.forEach(row -> findings.addAll(row.findings()));
    return findings;
  }

  /** Whether any of it may grow, judged by when it was opened, without marks. */
  public boolean mayGrow() {
    return rows.stream().flatMap(row -> row.findings().stream()).anyMatch(Finding::mayGrow);
  }

  /** Whether the program can close any of it. */
  boolean isOwn() {
    return findings().stream().anyMatch(finding -> finding.whose().by() == Whose.By.PROGRAM);
  }

  /** The names of its types; the type of the worst row comes first. */
  public List<String> types() {
    return rows.stream().map(row -> row.sum().type().name()).distinct().toList();
  }

  /** Bytes by handle, reclaimed ones included. */
  public long bytes() {
    return rows.stream().mapToLong(row -> row.sum().bytes()).reduce(0, SaturatedSum::of);
  }

  /** Open resources; reclaimed ones if the verdict is RECLAIMED. */
  public long count() {
    return rows.stream().mapToLong(row -> row.sum().amount().count()).reduce(0, SaturatedSum::of);
  }

  private long oldestOpenedNanos() {
    return rows.stream()
        .mapToLong(row -> row.sum().oldest().openedNanos())
        .min()
        .orElse(Long.MAX_VALUE);
  }
}
