package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.yaml.Position;
import java.time.LocalDate;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a suppression file.
 *
 * @param reason why its findings are no leaks
 * @param match which findings it takes
 * @param maxCount how many resources it takes in all, or null for any number
 * @param maxBytes how many bytes these may have in all, or null for any number
 * @param expires the last day on which it applies, or null if it always does
 */
public record Suppression(
    Position position,
    String reason,
    Match match,
    @Nullable Long maxCount,
    @Nullable Long maxBytes,
    @Nullable LocalDate expires) {

  /** What a finding must be like; null and empty ask nothing. */
  record Match(
      @Nullable Glob type,
      @Nullable Glob className,
      @Nullable Glob site,
      @Nullable StackPattern stack,
      @Nullable Glob space,
      Set<Integer> devices,
      Set<Verdict> verdicts) {

    /** Whether every finding is like that. A space of any name still asks that there be one. */
    boolean asksNothing() {
      return isAny(type)
          && isAny(className)
          && isAny(site)
          && (stack == null || stack.asksNothing())
          && space == null
          && devices.isEmpty()
          && verdicts.isEmpty();
    }

    private static boolean isAny(@Nullable Glob glob) {
      return glob == null || glob.isAny();
    }

    boolean matches(Finding finding) {
      return matches(type, finding.type().name())
          && matches(className, finding.type().className())
          && (site == null || matchesSite(site, finding))
          && (stack == null || stack.matches(finding.opening().frames()))
          && matches(space, finding.location().space())
          && (devices.isEmpty() || onlyOn(finding))
          && (verdicts.isEmpty() || verdicts.contains(finding.verdict()));
    }

    private static boolean matches(@Nullable Glob glob, @Nullable String text) {
      return glob == null || (text != null && glob.matches(text));
    }

    private static boolean matchesSite(Glob glob, Finding finding) {
      for (String named : finding.opening().sites()) {
        if (glob.matches(named)) {
          return true;
        }
      }
      return glob.matches(finding.opening().site());
    }

    /** A finding on other devices, too, is more than was decided on. */
    private boolean onlyOn(Finding finding) {
      return !finding.location().devices().isEmpty()
          && devices.containsAll(finding.location().devices());
    }
  }

  boolean isExpired(LocalDate today) {
    return expires != null && expires.isBefore(today);
  }

  boolean hasRoomFor(long count, long bytes) {
    return (maxCount == null || count <= maxCount) && (maxBytes == null || bytes <= maxBytes);
  }

  /** Its reason, and where it stands. */
  public String name() {
    return reason + " (" + position + ")";
  }
}
