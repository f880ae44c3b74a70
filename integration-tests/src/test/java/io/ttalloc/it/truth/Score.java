package io.ttalloc.it.truth;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.corpus.Leak;
import java.util.ArrayList;
import java.util.List;

/**
 * The comparison of a report with the known leaks of a program.
 *
 * @param leaked the number of resources that leaked
 * @param found the number of leaked resources that the report calls leaks, in the right place, or
 *     that are open owners of leaks
 * @param notJudged the number of resources for which, according to the report, no close can be seen
 * @param undecided the number of missed resources about which the report cannot decide
 * @param falseAlarms the number of resources that the report wrongly calls leaks, or reports in the
 *     wrong place
 * @param wellPlaced the number of found resources whose title is the place where they were opened
 * @param sure whether every finding has full confidence
 * @param findings the findings of the report, one by one
 */
record Score(
    long leaked,
    long found,
    long notJudged,
    long undecided,
    long falseAlarms,
    long wellPlaced,
    boolean sure,
    List<String> findings) {

  /** Compares a JSON report with the known leaks of a program. */
  static Score of(CorpusProgram program, String json) {
    Leak[] leaks = program.truth().leaks();
    long[] missing = new long[leaks.length];
    long leaked = 0;
    for (int i = 0; i < leaks.length; i++) {
      missing[i] = leaks[i].count();
      leaked += leaks[i].count();
    }
    long found = 0;
    long falseAlarms = 0;
    long wellPlaced = 0;
    long notJudged = 0;
    boolean sure = true;
    List<String> findings = new ArrayList<>();
    JsonObject report = JsonParser.parseString(json).getAsJsonObject();
    for (JsonElement element : report.getAsJsonArray("findings")) {
      JsonObject finding = element.getAsJsonObject();
      findings.add(summary(finding));
      sure &= finding.get("confidence").getAsString().equals("HIGH");
      boolean unjudged = finding.get("verdict").getAsString().equals("UNSEEN_CLOSE");
      if (!finding.get("leak").getAsBoolean() && !unjudged) {
        continue;
      }
      long rest = finding.get("count").getAsLong();
      for (int i = 0; i < leaks.length && rest > 0; i++) {
        if (matches(finding, leaks[i])) {
          long taken = Math.min(rest, missing[i]);
          missing[i] -= taken;
          rest -= taken;
          notJudged += unjudged ? taken : 0;
          found += unjudged ? 0 : taken;
          wellPlaced += !unjudged && isTitled(finding, leaks[i]) ? taken : 0;
        }
      }
      falseAlarms += unjudged ? 0 : rest;
    }
    long undecided = undecided(report, leaks, missing);
    found += containers(report, leaks, missing);
    return new Score(leaked, found, notJudged, undecided, falseAlarms, wellPlaced, sure, findings);
  }

  /** The number of leaked resources that the report neither calls leaks nor declares harmless. */
  private static long undecided(JsonObject report, Leak[] leaks, long[] missing) {
    long undecided = 0;
    for (JsonElement element : report.getAsJsonArray("findings")) {
      JsonObject finding = element.getAsJsonObject();
      long rest = isUndecided(finding) ? finding.get("count").getAsLong() : 0;
      for (int i = 0; i < leaks.length && rest > 0; i++) {
        if (matches(finding, leaks[i])) {
          long taken = Math.min(rest, missing[i]);
          rest -= taken;
          undecided += taken;
        }
      }
    }
    return undecided;
  }

  /** Whether the report cannot decide about the resources of a finding. */
  static boolean isUndecided(JsonObject finding) {
    return finding.get("verdict").getAsString().equals("UNDECIDED");
  }

  /** The number of open owners, which a report lists with the leaks that they own. */
  private static long containers(JsonObject report, Leak[] leaks, long[] missing) {
    JsonObject containers = report.getAsJsonObject("totals").getAsJsonObject("containers");
    long found = 0;
    for (int i = 0; i < leaks.length; i++) {
      JsonElement open = containers.get(leaks[i].type());
      found += open == null ? 0 : Math.min(missing[i], open.getAsLong());
    }
    return found;
  }

  boolean isRight() {
    return missed() == 0 && falseAlarms == 0;
  }

  long missed() {
    return leaked - found - notJudged;
  }

  /** A short description of a finding. */
  static String summary(JsonObject finding) {
    return "%s%s %d x %s at %s (%s)"
        .formatted(
            finding.get("verdict").getAsString(),
            finding.get("leak").getAsBoolean() ? ", a leak," : "",
            finding.get("count").getAsLong(),
            finding.get("type").getAsString(),
            finding.get("site").getAsString(),
            finding.get("confidence").getAsString());
  }

  private static boolean matches(JsonObject finding, Leak leak) {
    if (!finding.get("type").getAsString().equals(leak.type())) {
      return false;
    }
    for (JsonElement frame : finding.getAsJsonArray("openedBy")) {
      if (place(frame.getAsJsonObject()).equals(leak.openedAt())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTitled(JsonObject finding, Leak leak) {
    String site = finding.get("site").getAsString();
    String place = leak.openedAt();
    return place.equals(site) || place.substring(place.lastIndexOf('$') + 1).equals(site);
  }

  private static String place(JsonObject frame) {
    String className = frame.get("class").getAsString();
    return className.substring(className.lastIndexOf('.') + 1)
        + "."
        + frame.get("method").getAsString();
  }
}
