package io.ttalloc.it.papers;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The third-party notices in a jar. */
final class ThirdParty {

  /** The path of the notices in the jar. */
  static final String ENTRY = "META-INF/THIRD-PARTY.txt";

  private static final Pattern ROW =
      Pattern.compile("(?m)^(\\S+) {2,}(\\d\\S*) {2,}(\\S+) {2,}(below|META-INF/LICENSE.*)$");

  private ThirdParty() {}

  /** Libraries and their versions, from the table at the beginning. */
  static Map<String, String> versions(String text) {
    Map<String, String> versions = new TreeMap<>();
    Matcher row = ROW.matcher(text);
    while (row.find()) {
      versions.put(row.group(1), row.group(2));
    }
    return versions;
  }
}
