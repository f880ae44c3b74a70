package io.ttalloc.agent;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.weave.match.MatchedRules;
import io.ttalloc.rules.ClassPattern;
import java.util.ArrayList;
import java.util.List;

/** Reports, at the end of a process, that tracking never started. */
final class NothingTracked {
  private static final int MAX_NAMED = 5;

  private NothingTracked() {}

  /**
   * Reports why nothing was tracked, and what the options asked for.
   *
   * @param usable whether there is a rule that could be used
   * @param classes the classes that rules name but that could not be woven; the reasons have
   *     already been reported
   */
  static void report(Options options, boolean usable, List<String> classes) {
    Console.line(line(options, usable, classes));
  }

  private static String line(Options options, boolean usable, List<String> classes) {
    List<String> asked = new ArrayList<>();
    if (!options.choice().packs().isEmpty()) {
      asked.add("packs=" + String.join(",", options.choice().packs()));
    }
    if (!options.choice().rules().isEmpty()) {
      asked.add("rules=" + String.join(",", options.choice().rules()));
    }
    List<ClassPattern> track = options.choice().track().classes();
    for (int i = 0; i < track.size(); i++) {
      asked.add((i == 0 ? "track=" : "") + track.get(i));
    }
    return "nothing was tracked: "
        + (classes.isEmpty() ? withoutClasses(options, usable) : notWoven(classes))
        + " ("
        + String.join(", ", asked)
        + ")"
        + (asked.size() == track.size() && !track.isEmpty()
            ? "; 'track' alone turns all packs off; to use them too, add packs=auto"
            : "");
  }

  private static String withoutClasses(Options options, boolean usable) {
    if (!options.choice().track().isNothing()) {
      return "no loaded class is named by a rule, and no loaded AutoCloseable class matches 'track'";
    }
    return usable ? "no loaded class is named by a rule" : "no rule could be used";
  }

  private static String notWoven(List<String> classes) {
    int count = classes.size();
    int named = Math.min(count, MAX_NAMED);
    return count
        + (count == MatchedRules.MAX_CLASSES ? " or more" : "")
        + (count == 1 ? " class named by a rule was" : " classes named by rules were")
        + " loaded, but nothing in "
        + (count == 1 ? "it" : "them")
        + " could be woven: "
        + String.join(", ", classes.subList(0, named))
        + (count > named ? " and " + (count - named) + " more" : "");
  }
}
