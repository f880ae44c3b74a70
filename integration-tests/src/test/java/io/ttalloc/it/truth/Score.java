package io.ttalloc.it.truth;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.corpus.Leak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a report says of a program whose leaks are known.
 *
 * @param leaked how many resources leaked
 * @param found how many of them are findings that leak, opened where they were
 * @param falseAlarms how many resources are reported as leaks and did not leak, or leaked elsewhere
 * @param wellPlaced how many of those found have their place as the title or as "your code"
 */
record Score(long leaked, long found, long falseAlarms, long wellPlaced, List<String> findings) {

  /** Compares a report in JSON with the truth. */
  static Score of(CorpusProgram program, Path json) throws IOException {
    JsonObject report = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
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
    List<String> texts = new ArrayList<>();
    for (JsonElement element : report.getAsJsonArray("findings")) {
      JsonObject finding = element.getAsJsonObject();
      long count = finding.get("count").getAsLong();
      texts.add(
          "%s%s %d x %s at %s"
              .formatted(
                  finding.get("verdict").getAsString(),
                  finding.get("leak").getAsBoolean() ? " LEAK" : "",
                  count,
                  finding.get("type").getAsString(),
                  finding.get("site").getAsString()));
      if (!finding.get("leak").getAsBoolean()) {
        continue;
      }
      long rest = count;
      for (int i = 0; i < leaks.length && rest > 0; i++) {
        if (matches(finding, leaks[i])) {
          long taken = Math.min(rest, missing[i]);
          missing[i] -= taken;
          rest -= taken;
          found += taken;
          wellPlaced += isTitled(finding, leaks[i]) ? taken : 0;
        }
      }
      falseAlarms += rest;
    }
    return new Score(leaked, found, falseAlarms, wellPlaced, texts);
  }

  boolean isRight() {
    return found == leaked && falseAlarms == 0;
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
