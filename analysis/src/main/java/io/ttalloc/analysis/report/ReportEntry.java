package io.ttalloc.analysis.report;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.PartOf;
import io.ttalloc.analysis.finding.Whose;
import io.ttalloc.analysis.site.Opening;
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
 * The findings of one owner and one call, which a report shows under one number. Findings of
 * several owners belong to one entry if they have the same call and the same opening lines, so that
 * they differ only in the callers of these lines.
 *
 * <p>Every count of leaks is a count of entries: in the headline, the headings, JSON, the web page,
 * {@code verify} and the exit status. See {@link Report#leaks}.
 *
 * @param group the properties that this entry shares with the other entries under its heading in
 *     the report
 * @param heading the call by the user's own code
 * @param rows one for each type, space and opening line, the worst first; rows that are parts come
 *     last
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

    /**
     * The judgement in words: {@code a leak}, {@code not a leak}, {@code suppressed} or {@code not
     * judged}.
     */
    public String judgement() {
      if (leak) {
        return "a leak";
      }
      if (suppressedBy != null) {
        return "suppressed";
      }
      return verdict.isConclusive() ? "not a leak" : "not judged";
    }

    /**
     * Whether it is unknown whether the findings are leaks: it is too early to say, or too little
     * is known.
     */
    public boolean isNotJudged() {
      return !leak && suppressedBy == null && !verdict.isConclusive();
    }

    /** The verdict and the judgement, such as {@code LEFT_OPEN and GROWING (NEW), a leak}. */
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

  /**
   * The identity of an entry. It contains the party that can close the resources, so that leaks of
   * a library are kept separate from those that the program could close.
   */
  private record OwnerAndCall(List<String> roots, String call, Whose.By by) {}

  private record CallAndLines(String call, Whose.By by, Set<ReportRow.Line> lines) {}

  /** Returns the entries of a report's findings, grouped by heading, the worst first. */
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
   * Returns the parts of each finding that has any. A leak is never a part of a finding that is not
   * a leak, and a finding that a suppression or the baseline treats differently stays separate.
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

  /** Returns the given entries, in their order, by the heading under which they are shown. */
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
    // The same lines may open resources for several owners, depending on the callers.
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

  /**
   * The place of the opening in a headline: the user's own method that opened the resources, or the
   * title if a rule names the call or no such method is known.
   */
  String place() {
    Opening opening = rows.get(0).sum().opening();
    return opening.siteFrame() >= 0 || opening.own().isEmpty()
        ? title()
        : Title.of(opening.own().get(0)).text();
  }

  /** The rows that are not parts. */
  public List<ReportRow> wholes() {
    return rows.stream().filter(row -> !row.part()).toList();
  }

  /** The rows whose resources would be closed together with other resources of the entry. */
  public List<ReportRow> parts() {
    return rows.stream().filter(ReportRow::part).toList();
  }

  /** All findings in the entry. */
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    rows.forEach(row -> findings.addAll(row.findings()));
    return findings;
  }

  /**
   * Whether any finding of this entry may be growing, judged without marks by the opening times of
   * its resources.
   */
  public boolean mayGrow() {
    return rows.stream().flatMap(row -> row.findings().stream()).anyMatch(Finding::mayGrow);
  }

  /** Whether the program can close any of this entry's resources. */
  boolean isOwn() {
    return findings().stream().anyMatch(finding -> finding.whose().by() == Whose.By.PROGRAM);
  }

  /** The names of the types in this entry, starting with the type of the worst row. */
  public List<String> types() {
    return rows.stream().map(row -> row.sum().type().name()).distinct().toList();
  }

  /** The sum of the bytes of all handles, including reclaimed ones. */
  public long bytes() {
    return rows.stream().mapToLong(row -> row.sum().bytes()).reduce(0, SaturatedSum::of);
  }

  /** The number of open resources, or of reclaimed ones if the verdict is RECLAIMED. */
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
