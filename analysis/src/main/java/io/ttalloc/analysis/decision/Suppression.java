package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.text.SourceNames;
import io.ttalloc.text.yaml.Position;
import java.time.LocalDate;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a suppression file.
 *
 * @param reason the reason why the matching findings are not leaks
 * @param match the conditions on a finding
 * @param maxCount the maximum total number of resources of the matching findings, or null for any
 *     number
 * @param maxBytes the maximum total number of bytes of the matching findings, or null for any
 *     number
 * @param expires the last day on which the suppression applies, or null if it never expires
 */
public record Suppression(
    Position position,
    String reason,
    Match match,
    @Nullable Long maxCount,
    @Nullable Long maxBytes,
    @Nullable LocalDate expires) {

  /** The conditions on a finding; null or an empty set means no condition. */
  record Match(
      @Nullable Glob type,
      @Nullable Glob className,
      @Nullable Glob site,
      @Nullable StackPattern stack,
      @Nullable Glob space,
      Set<Integer> devices,
      Set<Verdict> verdicts) {

    /**
     * Whether every finding matches. A condition on the space is never met by every finding, since
     * some findings have no space.
     */
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
          && (className == null || matchesClass(className, finding.type().className()))
          && (site == null || matchesSite(site, finding))
          && (stack == null || stack.matches(finding.opening().frames()))
          && matches(space, finding.location().space())
          && (devices.isEmpty() || onlyOn(finding))
          && (verdicts.isEmpty() || verdicts.contains(finding.verdict()));
    }

    private static boolean matches(@Nullable Glob glob, @Nullable String text) {
      return glob == null || (text != null && glob.matches(text));
    }

    /** Matches either the binary name of the class or the class name as shown in reports. */
    private static boolean matchesClass(Glob glob, String name) {
      return glob.matches(name)
          || glob.matches(SourceNames.of(name))
          || glob.matches(SourceNames.qualifier(name));
    }

    /** Matches either the name of a site or the heading of the finding in reports. */
    private static boolean matchesSite(Glob glob, Finding finding) {
      for (String named : finding.opening().sites()) {
        if (glob.matches(named)) {
          return true;
        }
      }
      return glob.matches(finding.opening().site()) || glob.matches(finding.opening().title());
    }

    /**
     * Whether all devices of the finding are among those of the condition. The suppression does not
     * apply to a finding that is on other devices as well.
     */
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

  /** The reason for this suppression and its position in the file. */
  public String name() {
    return reason + " (" + position + ")";
  }
}
